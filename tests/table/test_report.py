"""The report and the picture to share, looked at as a reader would."""

import io
from dataclasses import replace

import pypdfium2
import pytest
from PIL import Image

from scoring.boats import boat
from scoring.discoveries import Colour, cat, common, rare
from scoring.sister import Sister
from table.edits import with_sister
from table.report import A4, Report, report_pdf, report_png
from table.result import score_reading
from vision.reading import Reading, Seen

DRAWN = (
    *(cat(Colour.RED, (row, 5)) for row in (3, 4, 5)),
    cat(Colour.PURPLE, (1, 7), (1, 8), (2, 8)),
    common((4, 6)),
    rare((3, 10), (3, 11), (4, 10), (4, 11)),
)
READING = Reading("IMG_1.jpg", "boat-blue-en-a4", "blue", tuple(Seen(d) for d in DRAWN), lessons=(3, 12))


def report(reading=READING, lang="en", photo=None, name="Ann"):
    return Report(name, reading, score_reading(reading), photo, lang)


def jpeg(width=400, height=300):
    data = io.BytesIO()
    Image.new("RGB", (width, height), (255, 0, 255)).save(data, "JPEG")
    return data.getvalue()


def opened(data):
    document = pypdfium2.PdfDocument(data)
    text = document[0].get_textpage().get_text_range()
    picture = document[0].render(scale=1).to_pil().convert("RGB")
    pages = len(document)
    document.close()
    return pages, text, picture


@pytest.mark.parametrize(("lang", "words"), [("en", "Cat families"), ("fr", "Familles de chats")])
def test_the_report_is_one_page_with_name_total_lines_and_reasons(lang, words):
    made = report(lang=lang)
    pages, text, _ = opened(report_pdf(made))
    assert pages == 1 and words in text and "Ann" in text and "IMG_1.jpg" in text
    assert str(made.card.total).replace("-", "−") in text
    sentence = made.card.lines[2].items[0].why.text(lang)
    assert sentence in text.replace("\r\n", " ")


@pytest.mark.parametrize("size", [(400, 300), (300, 900), (1600, 200)])
def test_the_photo_is_on_the_report_whole_and_inside_the_page(size):
    _, _, picture = opened(report_pdf(report(photo=jpeg(*size))))
    magenta = [(x, y) for x in range(picture.width) for y in range(picture.height) if picture.getpixel((x, y))[1] < 40
               and picture.getpixel((x, y))[0] > 215 and picture.getpixel((x, y))[2] > 215]  # fmt: skip
    width = 1 + max(x for x, _ in magenta) - min(x for x, _ in magenta)
    height = 1 + max(y for _, y in magenta) - min(y for _, y in magenta)
    assert width / height == pytest.approx(size[0] / size[1], rel=0.1)
    assert min(x for x, _ in magenta) > 0 and max(x for x, _ in magenta) < picture.width - 1


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_the_longest_report_still_is_one_page_and_runs_over_nothing(lang):
    many = tuple(Seen(cat(Colour.RED, square)) for square in sorted(boat("blue").squares)[::3])
    full = replace(READING, seen=many, lessons=tuple(range(1, 32)))
    alone = with_sister(full, Sister(tuple(Colour), ("rats", "families", "lonely-cats", "filled-rooms")))
    pages, text, _ = opened(report_pdf(report(alone, lang, jpeg())))
    assert pages == 1
    document = pypdfium2.PdfDocument(report_pdf(report(alone, lang, jpeg())))
    page = document[0].get_textpage()
    boxes = [page.get_charbox(i) for i in range(page.count_chars())]
    document.close()
    points = A4[0] * 72 / 25.4
    assert min(box[1] for box in boxes) > 10 and max(box[2] for box in boxes) < points - 10


def test_the_picture_to_share_shows_every_discovery_in_its_colour():
    picture = Image.open(io.BytesIO(report_png(report()))).convert("RGB")
    assert picture.size == (1280, 800)
    colours = {picture.getpixel((x, y)) for x in range(0, 1280, 2) for y in range(0, 800, 2)}
    for ink in ((191, 31, 43), (116, 51, 173), (107, 68, 35), (138, 100, 0)):
        assert ink in colours


def test_a_name_in_any_letters_makes_a_report():
    assert report_pdf(report(name="Zoë <b>🐱</b> 猫" * 3)).startswith(b"%PDF")
