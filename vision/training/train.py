"""Train the network that weighs ink: `python -m vision.training.train --letters DIR --shapes FILE --out marks.onnx`.

Data: boats drawn by `draw.py` with the `train` writers of UniPen (CC BY 4.0) and hdBPMN (CC BY 4.0) letters.
"""

import argparse
import copy
import json
import multiprocessing as mp
import time
from collections import deque
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import torch
from numpy.typing import NDArray
from torch import nn

from vision.colours import hue_places, inks_at
from vision.marks import DENSITY_MOST
from vision.training.draw import CAT, DENSITY_LEVELS, NOT_ASKED, SIDE, Lesson, Letters, lessons
from vision.training.net import KINDS, MarksNet, export, imported, loss

PATTERNED = 0.03
"""How many boats are drawn with one pen and patterns: they are the hardest, and would drown out the others."""
BATCH = 8
KEPT = 3000
"""Lessons kept in memory; each is learnt from a few times before it leaves."""
LEAST_KEPT = 64
SEEN_EACH = 5
"""A lesson is learnt from so often on average: drawing takes longer than learning."""
REPORT_EVERY = 100
SAVE_EVERY = 1000
SHIFTED_PX = 1
SHADED = 0.1
"""Each time a lesson is seen it lies up to so many px off, and its ink is so much (log) paler or darker."""
SWAPPED = 0.5
"""How often its pens have other hues: the channels change places."""
TURNED = 0.5
"""How often it is seen in a mirror or upside down: lines are lines, but nobody asks for letters then."""
MET = 0.7
"""So far between where it started and where it came a network reads best: on photos of three simulators that are not
this one the log loss of both ends was higher, by up to a fifth (after a run with worse lessons 0.25 was best)."""
STEADY = 1.0
"""Gradients longer than this are cut: one strange boat must not throw a network that goes on."""


def main() -> None:
    """Train for so many minutes, then export."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--letters", type=Path, required=True)
    parser.add_argument("--shapes", type=Path, required=True, help="JSON with shapes.cats and shapes.oshax")
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--minutes", type=float, default=40)
    parser.add_argument("--makers", type=int, default=1)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--rate", type=float, default=2e-3, help="the highest learning rate")
    parser.add_argument("--fresh", type=float, default=1.0, help="so many times as fast the last layers learn, if new")
    parser.add_argument("--patterned", type=float, default=PATTERNED, help="how many boats are drawn with patterns")
    parser.add_argument("--met", type=float, default=MET, help="how far from --start to the end of training to stay")
    parser.add_argument("--start", type=Path, help="a network to go on from, as exported")
    args = parser.parse_args()
    makers = mp.get_context("spawn")
    queue: Any = makers.Queue(64)
    for number in range(args.makers):
        makers.Process(
            target=_make,
            args=(queue, args.letters, args.shapes, args.seed * 1000 + number, args.patterned),
            daemon=True,
        ).start()
    torch.set_num_threads(1)
    _train(queue, args)


def catalogue(path: Path) -> list[list[tuple[int, int]]]:
    """The squares of each cat's shape."""
    shapes = json.loads(path.read_text())["shapes"]
    return [
        [(r, c) for r, row in enumerate(shape) for c, mark in enumerate(row) if mark == "#"]
        for shape in shapes["cats"] + shapes["oshax"]
    ]


def _make(queue: Any, letters: Path, shapes: Path, seed: int, patterned: float) -> None:
    cv2.setNumThreads(1)
    rng = np.random.default_rng(seed)
    hands, forms = Letters.load(letters, "train"), catalogue(shapes)
    while True:
        for one in lessons(rng, hands, forms, patterned):
            queue.put(one)


def _batch(kept: "deque[Lesson]", rng: np.random.Generator) -> tuple[torch.Tensor, ...]:
    seen = [_seen_anew(kept[int(i)], rng) for i in rng.integers(len(kept), size=BATCH)]
    return tuple(torch.from_numpy(np.stack(part)) for part in zip(*seen, strict=True))


def _seen_anew(lesson: Lesson, rng: np.random.Generator) -> tuple[NDArray[Any], ...]:
    """The lesson's density and truth as if drawn and photographed a little differently."""
    density = np.roll(lesson.density, rng.integers(-SHIFTED_PX, SHIFTED_PX + 1, 2), (0, 1))
    truth = [getattr(lesson, key).astype(np.int64) for key in ("squares", "right", "down")]
    pens = lesson.pens
    if rng.random() < SWAPPED:
        order = rng.permutation(3)
        density, pens = density[:, :, order], _swapped(pens, order)
    if rng.random() < TURNED:
        ways = ((1,), (0,), (0, 1))[int(rng.integers(3))]
        density, pens = np.flip(density, ways), np.flip(pens, [axis + 1 for axis in ways])
        squares, right, down = (np.flip(part, ways) for part in truth)
        truth = [np.where(squares > CAT, NOT_ASKED, squares), right, down]
    shaded = density.transpose(2, 0, 1) * np.float32(rng.lognormal(0, SHADED) / DENSITY_LEVELS)
    return (np.minimum(shaded, DENSITY_MOST), *(part.copy() for part in truth), pens.copy())


def _swapped(pens: NDArray[np.float32], order: NDArray[np.intp]) -> NDArray[np.float32]:
    """Where the pens lie on the plane of hues when the channels have changed places."""
    inks = inks_at(pens.transpose(1, 2, 0))
    found: NDArray[np.float32] = hue_places(inks[..., order]).transpose(2, 0, 1).astype(np.float32)
    return found


def _train(queue: Any, args: argparse.Namespace) -> None:
    torch.manual_seed(args.seed)
    start = imported(str(args.start)) if args.start else None
    net = (copy.deepcopy(start) if start else MarksNet(norms=True)).to(memory_format=torch.channels_last)
    kept: deque[Lesson] = deque((queue.get() for _ in range(LEAST_KEPT)), maxlen=KEPT)
    rng = np.random.default_rng(args.seed)
    last = [*net.back.parameters()]
    rest = [part for part in net.parameters() if all(part is not one for one in last)]
    groups = [{"params": rest, "scale": 1.0}, {"params": last, "scale": args.fresh}]
    steps = torch.optim.AdamW(groups, lr=args.rate, weight_decay=1e-4)
    made, seen, wrong, asked, losses = LEAST_KEPT, 0, 0, 0, 0.0
    began = time.monotonic()
    while (spent := (time.monotonic() - began) / 60 / args.minutes) < 1:
        while made * SEEN_EACH < seen:
            kept.append(queue.get())
            made += 1
        rate = args.rate * min(1.0, seen / 800 + 0.05) * (0.5 * (1 + np.cos(np.pi * spent)) + 0.003)
        for group in steps.param_groups:
            group["lr"] = group["scale"] * rate
        density, squares, right, down, pens = _batch(kept, rng)
        net.train()
        with torch.autocast("cpu", dtype=torch.bfloat16):
            logits = net(density.contiguous(memory_format=torch.channels_last))
        logits = logits.float()
        cost = loss(logits, squares, right, down, pens)
        steps.zero_grad()
        cost.backward()
        nn.utils.clip_grad_norm_(net.parameters(), STEADY)
        steps.step()
        seen += BATCH
        said = logits[:, :KINDS, 1:-1, 1:-1].argmax(1)
        wrong += int(((said != squares) & (squares >= 0)).sum())
        asked += int((squares >= 0).sum())
        losses += float(cost.detach()) * BATCH
        if seen % (REPORT_EVERY * BATCH) == 0:
            line = (
                f"{seen} seen, {made} made, loss {losses / REPORT_EVERY / BATCH:.4f}, squares wrong {wrong / asked:.5f}"
            )
            print(line, f"{spent:.0%}", flush=True)
            wrong = asked = 0
            losses = 0.0
        if seen % (SAVE_EVERY * BATCH) == 0:
            _save(net, start, args)
    _save(net, start, args)


def _save(net: MarksNet, start: MarksNet | None, args: argparse.Namespace) -> None:
    """Write the network as it is now, or on its way from where it started: a run that is stopped leaves one."""
    saved = copy.deepcopy(net).to(memory_format=torch.contiguous_format)
    if start:
        for mine, before in zip(saved.parameters(), start.parameters(), strict=True):
            mine.data.copy_(torch.lerp(before.data, mine.data, args.met))
    export(saved, str(args.out), 9, 22, SIDE)


if __name__ == "__main__":
    main()
