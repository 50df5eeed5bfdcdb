"""Puyo by keys: one game advanced tick by tick, as whole numbers only, so that every replay is exact."""
