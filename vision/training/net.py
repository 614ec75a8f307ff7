"""The network that weighs ink: from a boat's ink density to odds for its squares and their sides."""

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


SIDES_SAY = 1.5
"""A side counts more than a square: most questions to players are whether a line runs there."""
HALVED_FROM = 1000
"""Weights of so many numbers are kept in half precision; biases are not."""


def layer(inside: int, outside: int, stride: int) -> nn.Sequential:
    """A convolution that keeps its calm."""
    return nn.Sequential(
        nn.Conv2d(inside, outside, 3, stride, 1, bias=False), nn.BatchNorm2d(outside), nn.ReLU(inplace=True)
    )


def far_layer(width: int) -> nn.Sequential:
    """The same for a wide view with few weights: each channel by itself, then all of a square together."""
    return nn.Sequential(
        nn.Conv2d(width, width, 7, 1, 3, groups=width, bias=False),
        nn.Conv2d(width, width, 1, bias=False),
        nn.BatchNorm2d(width),
        nn.ReLU(inplace=True),
    )


class MarksNet(nn.Module):
    """Density (3 x rows x cols px, 0..2.55) to logits: 4 kinds a square, same-discovery right and down, its pen."""

    def __init__(self) -> None:
        super().__init__()
        widths = (3, *WIDTHS)
        self.down = nn.Sequential(*(layer(a, b, 2) for a, b in zip(widths[:-1], widths[1:], strict=True)))
        self.again = nn.ModuleDict({str(i): layer(WIDTHS[i], WIDTHS[i], 1) for i in LOOKS_AGAIN})
        self.around = nn.ModuleList(layer(WIDTHS[-1], WIDTHS[-1], 1) for _ in range(LOOKS_AROUND))
        self.far = nn.ModuleList(far_layer(WIDTHS[-1]) for _ in range(LOOKS_FAR))
        self.head = nn.Conv2d(WIDTHS[-1], KINDS + SIDES + PEN, 3, 1, 1)

    def forward(self, density: Tensor) -> Tensor:
        """Logits, (KINDS + SIDES + PEN) x squares."""
        seen = density
        for i, halve in enumerate(self.down):
            seen = halve(seen)
            if i in LOOKS_AGAIN:
                seen = seen + self.again[str(i)](seen)
        for look in (*self.around, *self.far):
            seen = seen + look(seen)
        return self.head(seen)


def loss(logits: Tensor, squares: Tensor, right: Tensor, down: Tensor, pens: Tensor) -> Tensor:
    """Cross entropy over all squares and sides that are asked about; margins of the picture are not."""
    inner = logits[:, :, 1:-1, 1:-1]
    kinds = functional.cross_entropy(inner[:, :KINDS], squares, ignore_index=-1)
    sides = sides_loss(inner[:, KINDS, :, :-1], right) + sides_loss(inner[:, KINDS + 1, :-1], down)
    drawn = ~pens.isnan()
    return kinds + SIDES_SAY * sides + functional.l1_loss(inner[:, KINDS + SIDES :][drawn], pens[drawn])


def sides_loss(logits: Tensor, same: Tensor) -> Tensor:
    """Cross entropy of the sides asked about."""
    asked = same >= 0
    return functional.binary_cross_entropy_with_logits(logits[asked], same[asked].float())


def export(net: MarksNet, path: str, rows: int, cols: int, side: int) -> None:
    """The network as ONNX, as `cv2.dnn` runs it, its weights in half precision: half the file, the same answers."""
    net.eval()
    example = torch.zeros(1, 3, (rows + 2) * side, (cols + 2) * side)
    torch.onnx.export(net, (example,), path, input_names=["density"], output_names=["logits"], dynamo=False)
    model = onnx.load(path)
    casts, weights = [], []
    for weight in model.graph.initializer:
        values = onnx.numpy_helper.to_array(weight)
        if values.size < HALVED_FROM:
            weights.append(weight)
            continue
        half = weight.name + "-half"
        weights.append(onnx.numpy_helper.from_array(values.astype(np.float16), half))
        casts.append(onnx.helper.make_node("Cast", [half], [weight.name], to=onnx.TensorProto.FLOAT))
    nodes = [*casts, *model.graph.node]
    del model.graph.initializer[:], model.graph.node[:]
    model.graph.initializer.extend(weights)
    model.graph.node.extend(nodes)
    onnx.save(model, path)
