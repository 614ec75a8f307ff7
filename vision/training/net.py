"""The network that weighs ink: from a boat's ink density to odds for its squares and their sides."""

from collections.abc import Iterator

import numpy as np
import onnx
import torch
from torch import Tensor, nn
from torch.nn import functional

KINDS = 4
SIDES = 2
PEN = 2
"""Where the ink of the square's own pen lies on the plane of hues: its neighbours' lines are not meant."""
WIDTHS = (16, 32, 64, 104, 128)
"""Channels after each halving; five halvings make 32 px one square."""
LOOKS_AGAIN = (1, 2, 3)
"""After these halvings the picture is looked at once more before the next: where lines touch and cross."""
LOOKS_AROUND = 3
"""Layers on the grid of squares, each seeing one square further: letters and outlines of whole discoveries."""
LOOKS_FAR = 6
"""Layers that see three squares further each: whose lines shut in a square that may be empty."""
LOOKS_BACK = 3
"""Layers at last that see the neighbours and the whole boat: how this player draws tells what one line means."""


SIDES_SAY = 1.5
"""A side counts more than a square: most questions to players are whether a line runs there."""
HALF_WEIGHT = 2.0
"""Nats of doubt at which a boat counts half: of 48 lessons the median has 4."""
ROUNDED_FROM = 1000
"""Weights of so many numbers are rounded to a byte each; biases are not."""
MOST_STEPS = 127
"""So many steps from 0 to a channel's largest weight: on 80 photos the log loss stays as it was (1.095 and 1.093)."""


def layer(inside: int, outside: int, stride: int, norms: bool) -> nn.Sequential:
    """A convolution, kept calm by a norm while it is new."""
    return nn.Sequential(
        nn.Conv2d(inside, outside, 3, stride, 1, bias=not norms),
        *([nn.BatchNorm2d(outside)] if norms else []),
        nn.ReLU(inplace=True),
    )


def far_layer(width: int, norms: bool) -> nn.Sequential:
    """The same for a wide view with few weights: each channel by itself, then all of a square together."""
    return nn.Sequential(
        nn.Conv2d(width, width, 7, 1, 3, groups=width, bias=False),
        nn.Conv2d(width, width, 1, bias=not norms),
        *([nn.BatchNorm2d(width)] if norms else []),
        nn.ReLU(inplace=True),
    )


class Habits(nn.Module):
    """What lies around a square, weighed by what is seen on the whole boat; at first it says nothing."""

    def __init__(self, width: int) -> None:
        super().__init__()
        self.whole = nn.Conv2d(2 * width, width, 1)
        self.near = nn.Conv2d(width, width, 3, 1, 1)
        self.said = nn.Conv2d(width, width, 1, bias=False)
        nn.init.zeros_(self.said.weight)

    def forward(self, seen: Tensor) -> Tensor:
        """What it adds to each square."""
        boat = torch.cat([functional.adaptive_avg_pool2d(seen, 1), functional.adaptive_max_pool2d(seen, 1)], 1)
        whole = self.whole(boat).expand(seen.shape)  # spelt out: OpenCV adds only what has the same shape
        return self.said(functional.relu(self.near(seen) + whole))


class MarksNet(nn.Module):
    """Density (3 x rows x cols px, 0..2.55) to logits: 4 kinds a square, same-discovery right and down, its pen.

    What is exported has its norms within its convolutions; a network that goes on from there needs none, and learns
    half as fast again.
    """

    def __init__(self, norms: bool) -> None:
        super().__init__()
        widths = (3, *WIDTHS)
        self.down = nn.Sequential(*(layer(a, b, 2, norms) for a, b in zip(widths[:-1], widths[1:], strict=True)))
        self.again = nn.ModuleDict({str(i): layer(WIDTHS[i], WIDTHS[i], 1, norms) for i in LOOKS_AGAIN})
        self.around = nn.ModuleList(layer(WIDTHS[-1], WIDTHS[-1], 1, norms) for _ in range(LOOKS_AROUND))
        self.far = nn.ModuleList(far_layer(WIDTHS[-1], norms) for _ in range(LOOKS_FAR))
        self.back = nn.ModuleList(Habits(WIDTHS[-1]) for _ in range(LOOKS_BACK))
        self.head = nn.Conv2d(WIDTHS[-1], KINDS + SIDES + PEN, 3, 1, 1)

    def layers(self) -> Iterator[nn.Module]:
        """The layers in the order of the walk."""
        for i, halve in enumerate(self.down):
            yield halve
            if i in LOOKS_AGAIN:
                yield self.again[str(i)]
        yield from (*self.around, *self.far, *self.back, self.head)

    def convolutions(self) -> Iterator[nn.Conv2d]:
        """All convolutions, in that order."""
        return (part for layer in self.layers() for part in layer.modules() if isinstance(part, nn.Conv2d))

    def forward(self, density: Tensor) -> Tensor:
        """Logits, (KINDS + SIDES + PEN) x squares."""
        seen = density
        for i, halve in enumerate(self.down):
            seen = halve(seen)
            if i in LOOKS_AGAIN:
                seen = seen + self.again[str(i)](seen)
        for look in (*self.around, *self.far, *self.back):
            seen = seen + look(seen)
        return self.head(seen)


def loss(logits: Tensor, squares: Tensor, right: Tensor, down: Tensor, pens: Tensor) -> Tensor:
    """Cross entropy over all squares and sides that are asked about; margins of the picture are not.

    A boat counts the less the more of it is in doubt: what is lost in dark or blur teaches nothing, and would drown
    out the boats where one line decides. The weight follows from the picture alone, so odds stay honest.
    """
    inner = logits[:, :, 1:-1, 1:-1]
    kinds = functional.cross_entropy(inner[:, :KINDS], squares, ignore_index=-1, reduction="none").sum((1, 2))
    sides = _sides_loss(inner[:, KINDS, :, :-1], right) + _sides_loss(inner[:, KINDS + 1, :-1], down)
    off = ((inner[:, KINDS + SIDES :] - pens.nan_to_num()).abs() * ~pens.isnan()).sum((1, 2, 3))
    weights = 1 / (1 + doubt(inner, squares, right, down) / HALF_WEIGHT)
    return (weights * (kinds + SIDES_SAY * sides + off / PEN)).sum() / (squares >= 0).sum()


def _sides_loss(logits: Tensor, same: Tensor) -> Tensor:
    """Each boat's cross entropy of the sides asked about."""
    every = functional.binary_cross_entropy_with_logits(logits, same.clamp(min=0).float(), reduction="none")
    return torch.where(same >= 0, every, 0).sum((1, 2))


@torch.no_grad()
def doubt(inner: Tensor, squares: Tensor, right: Tensor, down: Tensor) -> Tensor:
    """How unsure the network is of each boat: the entropy of all it is asked, in nats."""
    said = functional.log_softmax(inner[:, :KINDS], 1)
    found = torch.where(squares >= 0, -(said.exp() * said).sum(1), 0).sum((1, 2))
    for logit, same in ((inner[:, KINDS, :, :-1], right), (inner[:, KINDS + 1, :-1], down)):
        sure = torch.special.entr(logit.sigmoid()) + torch.special.entr((-logit).sigmoid())
        found = found + torch.where(same >= 0, sure, 0).sum((1, 2))
    return found


def export(net: MarksNet, path: str, rows: int, cols: int, side: int) -> None:
    """The network as ONNX, as `cv2.dnn` runs it, a byte each weight: a quarter of the file, the same answers."""
    net.eval()
    example = torch.zeros(1, 3, (rows + 2) * side, (cols + 2) * side)
    torch.onnx.export(net, (example,), path, input_names=["density"], output_names=["logits"], dynamo=False)
    model = onnx.load(path)
    kept, scaled = [], []
    for weight in model.graph.initializer:
        values = onnx.numpy_helper.to_array(weight)
        if values.size < ROUNDED_FROM:
            kept.append(weight)
            continue
        steps = np.maximum(np.abs(values).reshape(len(values), -1).max(axis=1), 1e-9) / MOST_STEPS
        whole = np.round(values / steps.reshape(-1, *[1] * (values.ndim - 1))).astype(np.int8)
        parts = (whole, steps.astype(np.float32), np.zeros(len(steps), np.int8))
        names = [weight.name + part for part in ("-whole", "-step", "-zero")]
        kept += [onnx.numpy_helper.from_array(part, name) for part, name in zip(parts, names, strict=True)]
        scaled.append(onnx.helper.make_node("DequantizeLinear", names, [weight.name], axis=0))
    nodes = [*scaled, *model.graph.node]
    del model.graph.initializer[:], model.graph.node[:]
    model.graph.initializer.extend(kept)
    model.graph.node.extend(nodes)
    onnx.save(model, path)


def imported(path: str) -> MarksNet:
    """A network that says what an exported one says, one from before `Habits` too."""
    model = onnx.load(path)
    values = {weight.name: onnx.numpy_helper.to_array(weight) for weight in model.graph.initializer}
    for node in model.graph.node:
        if node.op_type == "DequantizeLinear":
            whole, steps = (values[name].astype(np.float32) for name in node.input[:2])
            values[node.output[0]] = whole * steps.reshape(-1, *[1] * (whole.ndim - 1))
    net = MarksNet(norms=False)
    convolutions = [node for node in model.graph.node if node.op_type == "Conv"]
    mine = list(net.convolutions())
    if len(convolutions) < len(mine):
        new = {id(part) for part in net.back.modules()}
        mine = [conv for conv in mine if id(conv) not in new]
    for node, conv in zip(convolutions, mine, strict=True):
        weight, *bias = node.input[1:]
        conv.weight.data.copy_(torch.tensor(values[weight]))
        if conv.bias is not None:
            conv.bias.data.copy_(torch.tensor(values[bias[0]]))
    return net
