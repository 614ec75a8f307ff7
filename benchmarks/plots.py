"""Plots a person can look at, drawn with OpenCV so that a bench needs no plotting library."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

Json = dict[str, Any]
Bgr = tuple[int, int, int]
SIZE = (900, 560)
LEFT, RIGHT, TOP, BOTTOM = 90, 30, 60, 90
INK: Bgr = (60, 60, 60)
PALE: Bgr = (215, 215, 215)
TONES: tuple[Bgr, ...] = ((170, 110, 40), (60, 140, 60), (30, 110, 230), (160, 60, 130), (50, 50, 200), (120, 120, 120))


class Plot:
    """White ground with axes from 0 to 1 both ways."""

    def __init__(self, title: str, across: str, up: str) -> None:
        self.bgr: NDArray[np.uint8] = np.full((SIZE[1], SIZE[0], 3), 255, np.uint8)
        self.write(title, (LEFT, 32), 0.7)
        self.write(across, (LEFT + 230, SIZE[1] - 18), 0.5)
        self.write(up, (12, TOP - 14), 0.5)
        cv2.rectangle(self.bgr, self.at(0, 1), self.at(1, 0), INK, 1)

    def at(self, x: float, y: float) -> tuple[int, int]:
        """Where a point of the axes is drawn."""
        wide, high = SIZE[0] - LEFT - RIGHT, SIZE[1] - TOP - BOTTOM
        return round(LEFT + x * wide), round(SIZE[1] - BOTTOM - y * high)

    def write(self, text: str, at: tuple[int, int], scale: float = 0.45, tone: Bgr = INK) -> None:
        """Text with its left end here."""
        cv2.putText(self.bgr, text, at, cv2.FONT_HERSHEY_SIMPLEX, scale, tone, 1, cv2.LINE_AA)

    def level(self, y: float, text: str) -> None:
        """A pale line across with its value."""
        cv2.line(self.bgr, self.at(0, y), self.at(1, y), PALE, 1)
        self.write(text, (LEFT - 58, self.at(0, y)[1] + 4))

    def save(self, path: Path) -> None:
        """Write the plot as PNG."""
        path.write_bytes(cv2.imencode(".png", self.bgr)[1].tobytes())


def exact_plot(tiers: Mapping[str, Json], path: Path) -> None:
    """Bars of exact scores, ok, and silently wrong by tier."""
    plot = Plot("Sheets by tier", "tier", "share of sheets")
    for y in np.linspace(0, 1, 6):
        plot.level(float(y), f"{y:.0%}")
    kinds = (("exact_score", "exact score"), ("ok", "status ok"), ("silently_wrong", "silently wrong"))
    for place, (_, title) in enumerate(kinds):
        plot.write(title, (LEFT + 420 + 150 * place, 32), tone=TONES[(1, 0, 4)[place]])
    step = 1 / max(1, len(tiers))
    for column, (tier, numbers) in enumerate(tiers.items()):
        plot.write(tier, (plot.at(column * step + 0.3 * step, 0)[0], SIZE[1] - BOTTOM + 24), 0.5)
        for place, (key, _) in enumerate(kinds):
            left = column * step + step * (0.2 + 0.2 * place)
            high = numbers[key] or 0.0
            cv2.rectangle(plot.bgr, plot.at(left, high), plot.at(left + 0.17 * step, 0), TONES[(1, 0, 4)[place]], -1)
    plot.save(path)


def reliability_plot(tiers: Mapping[str, Json], path: Path) -> None:
    """Said against seen, on a scale that spreads out what is close to 1: the confidences that matter."""
    plot = Plot(
        "Reliability: on the line, a confidence means what it says", "confidence of a discovery", "share that was right"
    )
    ticks = (0.5, 0.8, 0.9, 0.95, 0.98, 0.99, 0.995, 0.999)
    for tick in ticks:
        y = stretched(tick)
        plot.level(y, f"{tick:g}")
        cv2.line(plot.bgr, plot.at(y, 0), plot.at(y, 1), PALE, 1)
        plot.write(f"{tick:g}", (plot.at(y, 0)[0] - 14, SIZE[1] - BOTTOM + 20), 0.4)
    cv2.line(plot.bgr, plot.at(0, 0), plot.at(1, 1), INK, 1, cv2.LINE_AA)
    for place, (tier, numbers) in enumerate(tiers.items()):
        tone = TONES[place % len(TONES)]
        plot.write(tier, (LEFT + 12, TOP + 22 + 20 * place), 0.5, tone)
        points = [
            (stretched(bin_["said"]), stretched(bin_["right"]), bin_["discoveries"]) for bin_ in numbers["reliability"]
        ]
        _curve(plot, points, tone)
    plot.save(path)


def _curve(plot: Plot, points: Sequence[tuple[float, float, int]], tone: Bgr) -> None:
    places = [plot.at(x, y) for x, y, _ in points]
    for a, b in zip(places, places[1:], strict=False):
        cv2.line(plot.bgr, a, b, tone, 2, cv2.LINE_AA)
    for place, (_, _, count) in zip(places, points, strict=True):
        cv2.circle(plot.bgr, place, 3 + min(8, round(float(np.log10(count + 1)) * 2)), tone, -1, cv2.LINE_AA)


def stretched(share: float) -> float:
    """A share on the scale of the plot: each nine takes the same room, 0 is at 0 and 0.9999 at 1."""
    return float(min(1.0, -np.log10(max(1e-4, 1 - share)) / 4))


def time_plot(results: Sequence[Json], path: Path) -> None:
    """Seconds of reading over megapixels, a point a photo."""
    most = max((r["seconds"] for r in results), default=1.0) * 1.1
    large = max((r["megapixels"] for r in results), default=1.0) * 1.1
    plot = Plot("Time of one core", "megapixels", "seconds a photo")
    for y in np.linspace(0, 1, 6):
        plot.level(float(y), f"{y * most:.2f}")
    for x in np.linspace(0, 1, 6):
        plot.write(f"{x * large:.0f}", (plot.at(float(x), 0)[0] - 8, SIZE[1] - BOTTOM + 20))
    tiers = list(dict.fromkeys(r["tier"] for r in results))
    for place, tier in enumerate(tiers):
        plot.write(tier, (LEFT + 12, TOP + 22 + 20 * place), 0.5, TONES[place % len(TONES)])
    for result in results:
        at = plot.at(result["megapixels"] / large, result["seconds"] / most)
        cv2.circle(plot.bgr, at, 4, TONES[tiers.index(result["tier"]) % len(TONES)], -1, cv2.LINE_AA)
    plot.save(path)
