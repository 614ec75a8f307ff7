"""Train the network that weighs ink: `python -m vision.training.train --letters DIR --shapes FILE --out marks.onnx`.

Data: boats drawn by `draw.py` with the `train` writers of UniPen (CC BY 4.0) and hdBPMN (CC BY 4.0) letters.
"""

import argparse
import json
import multiprocessing as mp
import time
from collections import deque
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import torch

from vision.training.draw import DENSITY_LEVELS, SIDE, Lesson, Letters, lesson
from vision.training.net import KINDS, MarksNet, export, loss

BATCH = 8
KEPT = 3000
"""Lessons kept in memory; each is learnt from a few times before it leaves."""
LEAST_KEPT = 64
SEEN_EACH = 3
"""A lesson is learnt from so often on average: drawing takes longer than learning."""
REPORT_EVERY = 100
NEW_LAYERS_SAY = 0.1
NORMS = (".1.weight", "far.0.2.weight", "far.1.2.weight")
"""The scales at the end of layers that may be new."""


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
    parser.add_argument("--start", type=Path, help="weights to go on from")
    args = parser.parse_args()
    makers = mp.get_context("spawn")
    queue: Any = makers.Queue(64)
    for number in range(args.makers):
        makers.Process(
            target=_make, args=(queue, args.letters, args.shapes, args.seed * 1000 + number), daemon=True
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


def _make(queue: Any, letters: Path, shapes: Path, seed: int) -> None:
    cv2.setNumThreads(1)
    rng = np.random.default_rng(seed)
    hands, forms = Letters.load(letters, "train"), catalogue(shapes)
    while True:
        queue.put(lesson(rng, hands, forms))


def _go_on(net: MarksNet, start: Path) -> None:
    """Take these weights; a head with fewer outputs fills the first ones, layers that are new begin with little say."""
    weights = torch.load(start)
    for name, value in net.state_dict().items():
        if name not in weights:
            weights[name] = value * NEW_LAYERS_SAY if name.endswith(NORMS) else value
    with torch.no_grad():
        for name in ("head.weight", "head.bias"):
            whole = net.state_dict()[name].clone()
            whole[: len(weights[name])] = weights[name]
            weights[name] = whole
    net.load_state_dict(weights)


def _batch(kept: "deque[Lesson]", rng: np.random.Generator) -> tuple[torch.Tensor, ...]:
    picked = [kept[int(i)] for i in rng.integers(len(kept), size=BATCH)]
    density = np.stack([p.density for p in picked]).transpose(0, 3, 1, 2).astype(np.float32) / DENSITY_LEVELS
    truth = [np.stack([getattr(p, key) for p in picked]).astype(np.int64) for key in ("squares", "right", "down")]
    pens = np.stack([p.pens for p in picked])
    return tuple(torch.from_numpy(a) for a in (density, *truth, pens))


def _train(queue: Any, args: argparse.Namespace) -> None:
    torch.manual_seed(args.seed)
    net = MarksNet().to(memory_format=torch.channels_last)
    if args.start:
        _go_on(net, args.start)
    steps = torch.optim.AdamW(net.parameters(), lr=args.rate, weight_decay=1e-4)
    rng = np.random.default_rng(args.seed)
    kept: deque[Lesson] = deque(maxlen=KEPT)
    made, seen, wrong, asked, losses = 0, 0, 0, 0, 0.0
    start = time.monotonic()
    while (spent := (time.monotonic() - start) / 60 / args.minutes) < 1:
        while len(kept) < LEAST_KEPT or made * SEEN_EACH < seen:
            kept.append(queue.get())
            made += 1
        for group in steps.param_groups:
            group["lr"] = args.rate * min(1.0, seen / 800 + 0.05) * (0.5 * (1 + np.cos(np.pi * spent)) + 0.003)
        density, squares, right, down, pens = _batch(kept, rng)
        net.train()
        with torch.autocast("cpu", dtype=torch.bfloat16):
            logits = net(density.contiguous(memory_format=torch.channels_last))
        logits = logits.float()
        cost = loss(logits, squares, right, down, pens)
        steps.zero_grad()
        cost.backward()
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
            print(line, f"{spent:.0%}", flush=True)  # noqa: T201  (a training run reports)
            wrong = asked = 0
            losses = 0.0
            torch.save(net.state_dict(), args.out.with_suffix(".pt"))
    torch.save(net.state_dict(), args.out.with_suffix(".pt"))
    export(net.to(memory_format=torch.contiguous_format), str(args.out), 9, 22, SIDE)


if __name__ == "__main__":
    main()
