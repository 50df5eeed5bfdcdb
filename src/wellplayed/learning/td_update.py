"""One step of TD(lambda) in several games side by side: the kernel that both ways of playing share.

After a move from the afterstate s to s' that earned r, with the error d = r + gamma V(s') - V(s),

    w <- w + alpha d e,    then    e <- gamma lambda e + phi(s')

where e, the trace, already holds phi(s). Sutton, Learning to predict by the methods of temporal differences, Machine
Learning 3, 1988. The games share the weights and are updated one after another.
"""

from .._jit import Array, kernel


@kernel(inline=True)
def valued(weights: Array, phi: Array) -> float:
    """V of one afterstate [F], summed in order."""
    value = 0.0
    for k in range(len(weights)):
        value += weights[k] * phi[k]
    return value


@kernel(inline=True)
def updated(
    phi: Array,
    after: Array,
    reward: Array,
    dead: Array,
    going: Array,
    trace: Array,
    weights: Array,
    gamma: float,
    decay: float,
    alpha: float,
    death: float,
    normalised: bool,
    terminal: bool,
) -> float:
    """Learn from one move in each of M games; the sum of squared errors. All arrays but rewards are modified in place.

    `phi` [M, F] is the last afterstate of each game, of which there is one where it is `going` [M]; `after` [M, F] the
    new one, `reward` [M] what the move earned, `dead` [M] whether it lost the game, which is worth `death` and nothing
    after. `trace` [M, F] is multiplied by `decay`, gamma times lambda. With `normalised` a step is divided by the
    squared length of phi; without `terminal` nothing is learned from the end of a game.
    """
    squared = 0.0
    for g in range(len(phi)):
        if going[g] and (terminal or not dead[g]):
            error = reward[g] - valued(weights, phi[g])
            if dead[g]:
                error += death
            else:
                error += gamma * valued(weights, after[g])
            step = alpha * error
            if normalised:
                length = 0.0
                for k in range(len(weights)):
                    length += phi[g, k] * phi[g, k]
                step /= max(length, 1e-9)
            for k in range(len(weights)):
                weights[k] += step * trace[g, k]
            squared += error * error
        going[g] = not dead[g]
        for k in range(len(weights)):
            trace[g, k] = decay * trace[g, k] + after[g, k] if going[g] else 0.0
            phi[g, k] = after[g, k]
    return squared


@kernel
def learned(
    phi: Array,
    after: Array,
    reward: Array,
    dead: Array,
    going: Array,
    trace: Array,
    weights: Array,
    gamma: float,
    decay: float,
    alpha: float,
    death: float,
    normalised: bool,
    terminal: bool,
) -> float:
    """`updated`, to be called from Python."""
    return updated(phi, after, reward, dead, going, trace, weights, gamma, decay, alpha, death, normalised, terminal)
