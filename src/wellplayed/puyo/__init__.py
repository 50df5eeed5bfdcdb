"""Puyo Puyo by the rules of Tsu: fields as planes of bits, chains, pairs, moves and scores."""
