"""What a bench of the reader says, in numbers and as a page to read."""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

import numpy as np

Json = dict[str, Any]
BINS = (0.0, 0.5, 0.8, 0.9, 0.95, 0.98, 0.99, 0.995, 0.999, 1.0001)
Z95 = 1.96
LEAST_IN_SLICE = 4


def by_tier(results: Iterable[Json]) -> dict[str, list[Json]]:
    """Results of each tier, tiers in the order in which they came."""
    out: dict[str, list[Json]] = {}
    for result in results:
        out.setdefault(result["tier"], []).append(result)
    return out


def tier_numbers(results: Sequence[Json]) -> Json:
    """All figures of one tier; a figure is null where nothing was there to measure."""
    sheets = [sheet for result in results for sheet in result["sheets"]]
    readable = [s for s in sheets if s["readable"]]
    read = [s for s in readable if s["status"] != "unreadable"]
    ok = [s for s in read if s["status"] == "ok"]
    wrong = [s for s in read if not s["exact"]]
    numbers: Json = {
        "photos": len(results),
        "sheets": len(sheets),
        "readable": len(readable),
        "fair": share(s["fair"] for s in sheets),
        "exact_score": share(s.get("exact_score", False) for s in readable),
        "exact_score_from_to": interval([bool(s.get("exact_score", False)) for s in readable]),
        "exact_discoveries": share(s.get("exact_discoveries", False) for s in readable),
        "exact": share(s.get("exact", False) for s in readable),
        "exact_answered": share(s.get("exact_answered", False) for s in readable),
        "squares_wrong": _mean([_squares_wrong(s) for s in read]),
        "squares_wrong_share": _ratio(sum(map(_squares_wrong, read)), sum(s["squares"] for s in read)),
        "lessons_wrong": _mean([len(s["wrong"].get("lessons", ())) for s in read]),
        "specials_wrong": _mean([len(s["wrong"].get("specials", ())) for s in read]),
        "silently_wrong": _ratio(
            sum(s["status"] == "ok" and not s.get("exact_score", False) for s in sheets), len(sheets)
        ),
        "invented": _ratio(sum(s["status"] != "unreadable" for s in sheets if not s["readable"]), len(sheets)),
        "ok_but_not_exact": _ratio(sum(not s["exact"] for s in ok), len(readable)),
        "ok": _ratio(len(ok), len(readable)),
        "check": _ratio(len(read) - len(ok), len(readable)),
        "unreadable": _ratio(len(readable) - len(read), len(readable)),
        "questions": _mean([s["questions"] for s in read]),
        "errors_asked": _ratio(sum(s["asked"] for s in wrong), len(wrong)),
        "off_tenths_median": _quantile([s["off_rms"] for s in read if "off_rms" in s], 0.5),
        "off_tenths_95": _quantile([s["off_rms"] for s in read if "off_rms" in s], 0.95),
        "seconds": _quantile([r["seconds"] for r in results], 0.5),
        "times_decoding": _quantile([r["seconds"] / r["decode_seconds"] for r in results], 0.5),
        "times_decoding_95": _quantile([r["seconds"] / r["decode_seconds"] for r in results], 0.95),
        "first_wrong": dict(Counter(s["first_wrong"] for s in readable).most_common()),
        "crashed": sum("crash" in r for r in results),
    }
    return numbers | {"reliability": reliability(read)}


def _squares_wrong(sheet: Json) -> int:
    return sum(len(sheet["wrong"].get(kind, ())) for kind in ("drawn", "letters", "colours"))


def reliability(sheets: Sequence[Json]) -> list[Json]:
    """How often discoveries were right, by the confidence that the reader gave them."""
    pairs = np.array([pair for s in sheets for pair in s.get("confidences", ())]).reshape(-1, 2)
    out = []
    for low, high in zip(BINS, BINS[1:], strict=False):
        within = pairs[(pairs[:, 0] >= low) & (pairs[:, 0] < high)]
        if len(within):
            out.append(
                {"from": low, "to": min(high, 1.0), "discoveries": len(within),
                 "said": round(float(within[:, 0].mean()), 5), "right": round(float(within[:, 1].mean()), 5)}
            )  # fmt: skip
    return out


SLICES: Mapping[str, Callable[[Json], str]] = {
    "pens": lambda made: str(made.get("pens")),
    "fills": lambda made: str((made.get("fills") or ["pattern"])[0]),
    "colour-friendly": lambda made: str(made.get("friendly")),
    "markers": lambda made: str(made.get("markers")),
    "light": lambda made: str(made.get("light")),
    "laminated": lambda made: str(made.get("laminated")),
    "glare": lambda made: str(made.get("glares", 0) > 0),
    "messenger": lambda made: str(made.get("messenger")),
    "ticks": lambda made: str(made.get("ticks")),
    "px per mm": lambda made: _band(made.get("px_per_mm"), (4, 5, 7, 10)),
    "tilt": lambda made: _band(made.get("tilt_deg"), (10, 20, 30, 40)),
    "inset mm": lambda made: _band(made.get("inset_mm"), (0.01, 0.6, 1.2)),
}


def slices(results: Sequence[Json]) -> dict[str, dict[str, Json]]:
    """Exact readings by how the photos were made, over all tiers with marked sheets."""
    out: dict[str, dict[str, Json]] = {}
    for name, of in SLICES.items():
        groups: dict[str, list[bool]] = {}
        for result in results:
            for sheet in result["sheets"]:
                if sheet["readable"] and result["made"].get("pens"):
                    groups.setdefault(of(result["made"]), []).append(bool(sheet.get("exact", False)))
        out[name] = {
            key: {"sheets": len(right), "exact": share(right)}
            for key, right in sorted(groups.items())
            if len(right) >= LEAST_IN_SLICE
        }
    return out


def _band(value: float | None, ends: Sequence[float]) -> str:
    if value is None:
        return "?"
    below = next((end for end in ends if value < end), None)
    return f"{ends[-1]:g} and more" if below is None else f"below {below:g}"


def share(flags: Iterable[bool]) -> float | None:
    """Share of true ones."""
    every = list(flags)
    return _ratio(sum(every), len(every))


def interval(flags: Sequence[bool]) -> list[float] | None:
    """Wilson's 95 % interval of a share."""
    count = len(flags)
    if not count:
        return None
    p, z2 = sum(flags) / count, Z95 * Z95
    middle, half = p + z2 / (2 * count), Z95 * (p * (1 - p) / count + z2 / (4 * count * count)) ** 0.5
    return [round((middle + way * half) / (1 + z2 / count), 4) for way in (-1, 1)]


def _ratio(part: float, whole: float) -> float | None:
    return round(part / whole, 5) if whole else None


def _mean(values: Sequence[float]) -> float | None:
    return round(float(np.mean(values)), 4) if values else None


def _quantile(values: Sequence[float], at: float) -> float | None:
    return round(float(np.quantile(values, at)), 4) if values else None


ROWS: tuple[tuple[str, str, str], ...] = (
    ("photos", "photos", "{}"),
    ("exact score", "exact_score", "{:.1%}"),
    ("… 95 % interval", "exact_score_from_to", "{}"),
    ("exact discoveries", "exact_discoveries", "{:.1%}"),
    ("everything exact", "exact", "{:.1%}"),
    ("everything exact once its questions are answered", "exact_answered", "{:.1%}"),
    ("silently wrong (status ok, score wrong)", "silently_wrong", "{:.2%}"),
    ("read though nobody could (negatives)", "invented", "{:.1%}"),
    ("status ok, anything wrong", "ok_but_not_exact", "{:.2%}"),
    ("ok", "ok", "{:.1%}"),
    ("check", "check", "{:.1%}"),
    ("unreadable", "unreadable", "{:.1%}"),
    ("a status that is fair", "fair", "{:.1%}"),
    ("questions a sheet", "questions", "{:.2f}"),
    ("wrong sheets whose questions name every error", "errors_asked", "{:.1%}"),
    ("squares wrong a sheet", "squares_wrong", "{:.3f}"),
    ("squares wrong", "squares_wrong_share", "{:.3%}"),
    ("lessons wrong a sheet", "lessons_wrong", "{:.3f}"),
    ("specials wrong a sheet", "specials_wrong", "{:.3f}"),
    ("grid off, tenths of a square, median", "off_tenths_median", "{:.2f}"),
    ("… 95 % of sheets below", "off_tenths_95", "{:.2f}"),
    ("seconds a photo, median", "seconds", "{:.2f}"),
    ("… as multiple of decoding, median", "times_decoding", "{:.1f}"),
    ("… 95 % of photos below", "times_decoding_95", "{:.1f}"),
    ("photos that crashed the reader", "crashed", "{}"),
)


def page(report: Json) -> str:
    """The report in Markdown, with the pictures that lie beside it."""
    tiers: Mapping[str, Json] = report["tiers"]
    out = ["# How well photos are read", "", report["how"], ""]
    out += ["| | " + " | ".join(tiers) + " |", "|---" * (len(tiers) + 1) + "|"]
    for title, key, form in ROWS:
        out.append(f"| {title} | " + " | ".join(_cell(form, numbers[key]) for numbers in tiers.values()) + " |")
    out += ["", "## Where readings first went wrong", "", "| | " + " | ".join(tiers) + " |"]
    out.append("|---" * (len(tiers) + 1) + "|")
    steps = sorted({step for numbers in tiers.values() for step in numbers["first_wrong"]})
    for step in steps:
        out.append(f"| {step} | " + " | ".join(str(n["first_wrong"].get(step, 0)) for n in tiers.values()) + " |")
    if report.get("memory"):
        out += [
            "",
            "## Peak memory of a fresh process that reads one photo",
            "",
            "| photo | megapixels | MB |",
            "|---|---|---|",
        ]
        out += [f"| {m['photo']} | {m['megapixels']} | {m['peak_mb']} |" for m in report["memory"]]
    out += ["", "## Exact readings by how photos were made", "", "| | | sheets | exact |", "|---|---|---|---|"]
    for name, groups in report["slices"].items():
        out += [f"| {name} | {key} | {g['sheets']} | {_cell('{:.0%}', g['exact'])} |" for key, g in groups.items()]
    out += ["", "![Exact scores](exact.png)", "", "![Reliability](reliability.png)", "", "![Time](time.png)", ""]
    return "\n".join(out)


def _cell(form: str, value: object) -> str:
    if value is None:
        return "–"
    if isinstance(value, list):
        return f"{value[0]:.0%} to {value[1]:.0%}"
    return form.format(value)
