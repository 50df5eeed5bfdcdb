"""One step of plain gradient descent for a network of dense layers, by hand: what an output owes to each weight.

For an input x, an output Q(x) and a target y the weights w go to

    w + α (y - Q(x)) ∂Q/∂w

which is a step down half the squared error. Rumelhart, Hinton and Williams, Learning representations by
back-propagating errors, Nature 323, 1986. Learners take the mean over a batch and step by Adam instead
(learning/gradients.py).
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ....learning.networks import Network

Numbers = NDArray[np.float32]


class Layer(NamedTuple):
    """What one dense layer does with its weights in a step."""

    weights: int
    moved: int  # that change at all
    largest: float  # change


def activations(network: Network, inputs: Numbers) -> list[NDArray[np.float64]]:
    """What goes into the first layer [F], what comes out of each hidden one, and the outputs [O]."""
    parts, found = network.plan.views(network.vector), [inputs.astype(np.float64)]
    last = len(network.plan.hidden)
    for i in range(last + 1):
        x = found[-1] @ parts[f"dense{i}"] + parts[f"dense{i}_bias"]
        found.append(x if i == last else np.maximum(x, 0))
    return found


def gradient(network: Network, inputs: Numbers) -> NDArray[np.float64]:
    """[P] how the one output changes with each weight, in the order of the network's vector."""
    levels, parts = activations(network, inputs), network.plan.views(network.vector)
    found: dict[str, NDArray[np.float64]] = {}
    owed = np.ones(1)  # how the output changes with what comes out of a layer
    for i in reversed(range(len(network.plan.hidden) + 1)):
        found[f"dense{i}"], found[f"dense{i}_bias"] = np.outer(levels[i], owed), owed
        owed = (parts[f"dense{i}"] @ owed) * (levels[i] > 0)
    return np.concatenate([found[name].ravel() for name in network.plan.parts()])


def stepped(network: Network, inputs: Numbers, error: float, alpha: float) -> Network:
    """The network after one step, `error` being the target less the output; `network` is left as it is."""
    moved = network.vector + alpha * error * gradient(network, inputs)
    return Network(network.plan, moved.astype(np.float32))


def layers(before: Network, after: Network) -> list[Layer]:
    """What a step did in each dense layer."""
    old, new, found = before.plan.views(before.vector), after.plan.views(after.vector), []
    for i in range(len(before.plan.hidden) + 1):
        names = (f"dense{i}", f"dense{i}_bias")
        change = np.concatenate([np.abs(new[name] - old[name]).ravel() for name in names])
        found.append(Layer(change.size, int(np.count_nonzero(change)), float(change.max())))
    return found
