"""What a player keeps: a page with photo, boat, lines and reasons (PDF), and a picture to share (PNG)."""

import io
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import PurePath

from scoring.cards import ScoreCard, ScoreLine
from scoring.texts import points_said, saying
from sheets.fonts import fitted, wrapped
from sheets.png import picture
from sheets.shapes import Anchor, Drawing, Font, Paint, Shape, Text, line, placed, rectangle
from table.boat_picture import PICTURE_MM, boat_picture
from vision.reading import Reading

INK, SOFT, PAPER, RIM, ACCENT = "#1b2a38", "#4f5d69", "#fbf8f1", "#d9d2c3", "#0b6470"
A4 = (210.0, 297.0)
MARGIN = 15.0
WIDE = A4[0] - 2 * MARGIN
PHOTO_BOX = (WIDE - 66.0, 68.0)
GAP = 6.0
SHARED = (160.0, 100.0)
SHARED_PX_PER_MM = 8.0
TEXT_SIZES = (3.6, 3.4, 3.2, 3.0, 2.8, 2.6)
"""The reasons are set as large as they fit; below 2.6 mm (7.4 pt) what does not fit is counted instead."""
LEADING = 1.32


@dataclass(frozen=True)
class Report:
    """Everything that a report shows of one boat."""

    name: str
    reading: Reading
    card: ScoreCard
    photo: bytes | None
    """The photo as JPEG, if there is one."""
    lang: str


def report_pdf(report: Report) -> bytes:
    """One A4 page: name and total, photo, boat, every line with its reasons."""
    from sheets.pdf import pdf

    drawing = (*_head(report), *_boat(report, _boat_top(report)), *_lines(report))
    page = pdf([(A4, drawing)], f"boatscore: {report.name}")
    return _with_photo(page, report.photo) if report.photo else page


def report_png(report: Report) -> bytes:
    """A picture to share: name, total, boat, the lines in a row."""
    width, height = SHARED
    drawing: list[Shape] = [rectangle(0, 0, width, height, Paint(fill=PAPER))]
    scale = (width - 16) / PICTURE_MM[0]
    drawing += [fitted(Text(report.name, (8, 15), 8, Font.BOLD, INK), 105)]
    drawing += [Text(_points(report), (width - 8, 15.5), 9.5, Font.BOLD, ACCENT, Anchor.END)]
    drawing += placed(boat_picture(report.reading.marked_boat, report.lang), (8, 21), scale)
    drawing += _row_of_lines(report, 21 + PICTURE_MM[1] * scale + 6)
    data = io.BytesIO()
    picture(SHARED, tuple(drawing), SHARED_PX_PER_MM).save(data, "PNG")
    return data.getvalue()


def _points(report: Report) -> str:
    return points_said(report.card.total).text(report.lang).replace("-", "−")


def _head(report: Report) -> Iterable[Shape]:
    left = MARGIN
    yield fitted(Text(report.name, (left, 23), 8, Font.BOLD, INK), 110)
    yield Text(_points(report), (A4[0] - MARGIN, 23.5), 11, Font.BOLD, ACCENT, Anchor.END)
    said = f"{PurePath(report.reading.photo).name} · {report.reading.sheet}"
    yield fitted(Text(said, (left, 30), 3.4, Font.TEXT, SOFT), WIDE)
    yield line([(left, 34), (A4[0] - MARGIN, 34)], Paint(line=RIM, width_mm=0.4))
    if report.photo:
        yield from _column_of_lines(report, left + PHOTO_BOX[0] + GAP, 44)
    yield Text("boatscore", (A4[0] - MARGIN, A4[1] - 8), 3.0, Font.TEXT, SOFT, Anchor.END)


def _column_of_lines(report: Report, left: float, top: float) -> Iterable[Shape]:
    for place, (title, points) in enumerate(_titles(report)):
        y = top + place * 9.5
        yield Text(title, (left, y), 4.2, Font.TEXT, INK)
        yield Text(points, (A4[0] - MARGIN, y), 4.6, Font.BOLD, INK, Anchor.END)
        yield line([(left, y + 3), (A4[0] - MARGIN, y + 3)], Paint(line=RIM, width_mm=0.25))


def _row_of_lines(report: Report, top: float) -> Iterable[Shape]:
    titles = list(_titles(report))
    step = (SHARED[0] - 16) / len(titles)
    for place, (title, points) in enumerate(titles):
        x = 8 + place * step
        yield fitted(Text(title, (x, top), 3.1, Font.TEXT, SOFT), step - 2)
        yield Text(points, (x, top + 6), 5.4, Font.BOLD, INK)


def _titles(report: Report) -> Iterable[tuple[str, str]]:
    for score_line in report.card.lines:
        yield saying(f"rule.{score_line.rule}.title").text(report.lang), _signed(score_line.points)
    if report.card.sister is not None:
        yield saying("report.her").text(report.lang), _signed(report.card.sister.total)


def _signed(points: int) -> str:
    return str(points).replace("-", "−")


def _boat_top(report: Report) -> float:
    return 38 + PHOTO_BOX[1] + GAP if report.photo else 40


def _boat(report: Report, top: float) -> Drawing:
    scale = WIDE / PICTURE_MM[0]
    return placed(boat_picture(report.reading.marked_boat, report.lang), (MARGIN, top), scale)


def _lines(report: Report) -> Iterable[Shape]:
    """The reasons in two columns under the boat, as large as they fit."""
    top = _boat_top(report) + PICTURE_MM[1] * WIDE / PICTURE_MM[0] + 9
    room = A4[1] - 14 - top
    width = (WIDE - GAP) / 2
    paragraphs = _paragraphs(report)
    for size in TEXT_SIZES:
        rows = _rows(paragraphs, size, width)
        a_column = int(room / (size * LEADING))
        if len(rows) <= 2 * a_column:
            break
    else:
        left_out = len(rows) - 2 * a_column + 1
        rows = [*rows[: 2 * a_column - 1], (f"… (+{left_out})", Font.TEXT)]
    middle = min(a_column, max((len(rows) + 1) // 2, len(rows) - a_column))
    middle = _not_after_a_title(rows, middle)
    for column, part in enumerate((rows[:middle], rows[middle:])):
        for place, (words, font) in enumerate(part):
            at = (MARGIN + column * (width + GAP), top + place * size * LEADING)
            yield Text(words, at, size, font, INK if font is Font.BOLD else SOFT)


def _not_after_a_title(rows: list[tuple[str, Font]], middle: int) -> int:
    """A title never ends the first column."""
    while middle > 1 and rows[middle - 1][1] is Font.BOLD:
        middle -= 1
    return middle


def _rows(paragraphs: Iterable[tuple[str, Font]], size: float, width: float) -> list[tuple[str, Font]]:
    return [(row, font) for words, font in paragraphs for row in wrapped(words, font, size, width)]


def _paragraphs(report: Report) -> list[tuple[str, Font]]:
    lang = report.lang
    found: list[tuple[str, Font]] = []
    for score_line in report.card.lines:
        found += _reasons(score_line, saying(f"rule.{score_line.rule}.title").text(lang), lang)
    if report.card.sister is not None:
        colours, lessons = report.card.sister.lines
        found += _reasons(colours, saying("rule.colours.title").text(lang), lang)
        found += _reasons(lessons, saying("rule.sister-lessons.title").text(lang), lang)
    if report.card.audit:
        found += [(saying("report.findings").text(lang), Font.BOLD)]
        found += [(finding.why.text(lang), Font.TEXT) for finding in report.card.audit]
    return found


def _reasons(score_line: ScoreLine, title: str, lang: str) -> Iterable[tuple[str, Font]]:
    """A rule's title with its points, then its reasons; one that is there several times is said once."""
    yield saying("report.line", title=title, points=_signed(score_line.points)).text(lang), Font.BOLD
    said = Counter(
        (f"{item.number}. " if item.number is not None else "") + item.why.text(lang) for item in score_line.items
    )
    for reason, times in said.items():
        yield (reason if times == 1 else f"{times} × {reason}"), Font.TEXT


def _with_photo(page: bytes, photo: bytes) -> bytes:
    """The page with the photo put into its box, as the JPEG it is."""
    import pypdfium2

    from sheets.pdf import POINTS_PER_MM

    document = pypdfium2.PdfDocument(page)
    try:
        image = pypdfium2.PdfImage.new(document)
        image.load_jpeg(io.BytesIO(photo), inline=True)
        width, height = image.get_px_size()
        scale = min(PHOTO_BOX[0] / width, PHOTO_BOX[1] / height) * POINTS_PER_MM
        top = (A4[1] - 38) * POINTS_PER_MM
        matrix = pypdfium2.PdfMatrix().scale(width * scale, height * scale)
        image.set_matrix(matrix.translate(MARGIN * POINTS_PER_MM, top - height * scale))
        sheet = document[0]
        sheet.insert_obj(image)
        sheet.gen_content()
        data = io.BytesIO()
        document.save(data)
        return data.getvalue()
    finally:
        document.close()
