"""Classic play by keys: each key does what its name says in one step, and a drop is the placement it hangs over."""

import numpy as np
from tests.envs.walks import chosen, same, single

from wellplayed.envs.classickeys import CCW, CW, DROP, LEFT, RIGHT
from wellplayed.tetris.pieces import COUNT, SPAN


def test_each_key_does_what_it_says() -> None:
    env = single("wellplayed/ClassicKeys-v0")
    seen, info = env.reset(seed=1)
    used = set()
    for step in range(400):
        action = (step * 5 + step // 7) % 5
        piece, (o, x) = int(seen["queue"][0]), seen["falling"].tolist()
        expected = {
            LEFT: x > 0, RIGHT: x + SPAN[piece, o] < 10, CW: COUNT[piece] > 1, CCW: COUNT[piece] > 1, DROP: True,
        }  # fmt: skip
        assert info["action_mask"].tolist() == [expected[key] for key in range(5)]
        before, (last, saved) = env.states, (seen, env.clone_state())
        seen, _, ended, _, info = env.step(action)
        used.add((action, info["legal"]))
        if action == DROP:
            game = env.world.game
            placed = game.deal(game.play(before["game"].copy(), np.array([o * 10 + x])))
            assert same(seen["board"], env.world._board.arrays(placed)["board"][0])
            assert ended or seen["falling"][0] == 0
        else:
            turn = {CW: 1, CCW: -1}.get(action, 0)
            turned = (o + turn) % COUNT[piece]
            moved = x + info["legal"] * {LEFT: -1, RIGHT: 1}.get(action, 0)
            assert seen["falling"].tolist() == [turned, min(moved, 10 - SPAN[piece, turned])]
            assert same(seen["board"], last["board"])
        if ended:
            assert not info["action_mask"][1:].any()
            seen, info = env.reset()
        assert saved.state
    assert used >= {(LEFT, True), (LEFT, False), (RIGHT, True), (CW, True), (CW, False), (DROP, True)}


def test_every_placement_can_be_keyed() -> None:
    env = single("wellplayed/ClassicKeys-v0")
    seen, _ = env.reset(seed=2)
    piece = int(seen["queue"][0])
    start = env.clone_state()
    found = set()
    for turns in range(COUNT[piece]):
        for side in (LEFT, RIGHT):
            env.set_state(start)
            for _ in range(turns):
                env.step(CW)
            for _ in range(10):
                found.add((int(env.states["o"][0]), int(env.states["x"][0])))
                env.step(side)
    placements = env.world.game.mask(env.states["game"].copy())[0].sum()
    assert len(found) == placements


def test_a_wall_pushes_a_turning_piece_back() -> None:
    env = single("wellplayed/ClassicKeys-v0")
    for seed in range(40):
        env.reset(seed=seed)
        for step in range(30):
            env.step(chosen(env.action_masks()[:4], step))
            states = env.states
            piece = int(states["game"]["queue"][0, 0])
            assert 0 <= states["x"][0] <= 10 - SPAN[piece, states["o"][0]]
