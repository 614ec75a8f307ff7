"""The files that people get: PDF measured against the geometry, PNG, SVG, JSON, sets."""

import io
import json
import time
import xml.etree.ElementTree as ElementTree
from ctypes import byref, c_float, create_string_buffer

import pypdfium2
import pypdfium2.raw as raw
import pytest
from PIL import Image

import cli
from scoring.boats import BOAT_NAMES
from sheets.geometry import Box
from sheets.layout import SHEET_NAMES, geometry_by_name
from sheets.order import OrderWrong, order, write

POINTS_PER_MM = 72 / 25.4
EXACT_MM = 0.05


def written(tmp_path, name="boat-blue-en-a4", kind=".pdf", dpi=300.0, **more) -> bytes:
    _, boat, lang, paper = name.split("-")
    path = tmp_path / f"sheet{kind}"
    write(order(boat, lang, paper, **more), str(path), dpi)
    return path.read_bytes()


def opened(data: bytes) -> pypdfium2.PdfDocument:
    return pypdfium2.PdfDocument(data)


def paths_mm(page: pypdfium2.PdfPage) -> list[Box]:
    """The bounds of every path of the page, in mm from the top left, without the width of its line."""
    height = page.get_height()
    boxes = []
    for path in page.get_objects(filter=[raw.FPDF_PAGEOBJ_PATH]):
        left, bottom, right, top = path.get_bounds()
        width, fill, stroke = c_float(), raw.c_int(), raw.FPDF_BOOL()
        raw.FPDFPath_GetDrawMode(path.raw, byref(fill), byref(stroke))
        raw.FPDFPageObj_GetStrokeWidth(path.raw, byref(width))
        line = width.value if stroke.value else 0.0
        boxes.append(
            Box(
                left / POINTS_PER_MM + line,
                (height - top) / POINTS_PER_MM + line,
                (right - left) / POINTS_PER_MM - 2 * line,
                (top - bottom) / POINTS_PER_MM - 2 * line,
            )
        )
    return boxes


def same(one: Box, other: Box) -> bool:
    return all(abs(a - b) <= EXACT_MM for a, b in zip(one, other, strict=True))


@pytest.mark.parametrize("name", ["boat-blue-en-a4", "boat-black-fr-letter"])
def test_the_json_tells_to_0_05_mm_where_the_pdf_has_its_boxes_markers_and_lines(tmp_path, name):
    facts = json.loads(written(tmp_path, name, ".json"))
    document = opened(written(tmp_path, name))
    drawn = paths_mm(document[0])
    for kind in ("pen_key", "lessons", "specials", "markers", "swatches"):
        for entry in facts[kind]:
            assert any(same(Box(*entry["box_mm"]), box) for box in drawn), entry
    level = [box for box in drawn if abs(box.h) < EXACT_MM]
    upright = [box for box in drawn if abs(box.w) < EXACT_MM]
    for entry in facts["squares"]:
        x, y, w, h = entry["box_mm"]
        for side in (y, y + h):
            assert any(abs(line.y - side) < EXACT_MM and covers(line.x, line.w, x, w) for line in level), entry
        for side in (x, x + w):
            assert any(abs(line.x - side) < EXACT_MM and covers(line.y, line.h, y, h) for line in upright), entry
    document.close()


def covers(start: float, length: float, from_: float, by: float) -> bool:
    return start <= from_ + EXACT_MM and from_ + by <= start + length + EXACT_MM


@pytest.mark.parametrize(("paper", "page_mm"), [("a4", (297.0, 210.0)), ("letter", (279.4, 215.9))])
def test_the_pdf_has_the_papers_size_and_a_bar_of_50_mm_on_every_page(tmp_path, paper, page_mm):
    document = opened(written(tmp_path, f"boat-red-fr-{paper}"))
    assert len(document) == 2
    for page in document:
        assert [side / POINTS_PER_MM for side in page.get_size()] == pytest.approx(page_mm, abs=0.01)
        bars = [box for box in paths_mm(page) if abs(box.w - 50) < EXACT_MM and abs(box.h) < EXACT_MM]
        assert any(box.y > page_mm[1] - 20 for box in bars)
    document.close()


def test_the_pdf_is_vector_with_only_our_fonts_embedded(tmp_path):
    document = opened(written(tmp_path, players="Zoë"))
    assert not any(list(page.get_objects(filter=[raw.FPDF_PAGEOBJ_IMAGE])) for page in document)
    fonts = {font_of(text) for page in document for text in page.get_objects(filter=[raw.FPDF_PAGEOBJ_TEXT])}
    document.close()
    assert len(fonts) == 3
    assert all("Nunito-" in name and embedded for name, embedded in fonts)


def font_of(text):
    """The name of the font of a PDF's text, and whether it comes along."""
    font = raw.FPDFTextObj_GetFont(text)
    name = create_string_buffer(100)
    raw.FPDFFont_GetBaseFontName(font, name, len(name))
    return name.value.decode(), raw.FPDFFont_GetIsEmbedded(font) == 1


def test_the_pdf_asks_the_printer_not_to_scale_it(tmp_path):
    assert b"/PrintScaling /None" in written(tmp_path)


def test_french_accents_are_in_the_pdf_as_text(tmp_path):
    document = opened(written(tmp_path, "boat-purple-fr-a4"))
    front, behind = (page.get_textpage().get_text_range() for page in document)
    assert "Le bateau mauve" in front and "trésor en double" in front
    assert "Équipage mixte" in behind and "Égalité" in behind
    document.close()


def test_a_set_gives_each_player_a_boat_with_the_name_on_it_and_the_texts_behind(tmp_path):
    names = ["Ann", "Łukasz", "Éloïse", "Bo", "Жанна", "Dee", "Eve"]
    path = tmp_path / "set.pdf"
    write(order("all", "en", "a4", players=", ".join(names)), str(path), 300)
    document = opened(path.read_bytes())
    said = [page.get_textpage().get_text_range() for page in document]
    assert len(said) == 2 * len(names)
    for place, name in enumerate(names):
        boat = BOAT_NAMES[place % len(BOAT_NAMES)]
        assert name in said[2 * place] and f"The {boat} boat" in said[2 * place]
        assert "Common treasures" in said[2 * place + 1]
    document.close()


def test_all_boats_without_players_are_six_sheets(tmp_path):
    path = tmp_path / "set.pdf"
    write(order("all", "fr", "letter"), str(path), 300)
    document = opened(path.read_bytes())
    assert len(document) == 12
    document.close()


def test_a_pdf_is_the_same_every_time(tmp_path):
    assert written(tmp_path) == written(tmp_path)


def test_without_markers_nothing_is_black(tmp_path):
    bare, whole = (
        Image.open(io.BytesIO(written(tmp_path, kind=".png", dpi=60, markers=markers))).convert("L").getextrema()
        for markers in (False, True)
    )
    assert bare[0] > 40
    assert whole[0] < 10


def test_a_png_has_the_pages_size_at_its_dpi(tmp_path):
    image = Image.open(io.BytesIO(written(tmp_path, "boat-blue-en-letter", ".png", 100)))
    assert image.size == (1100, 850)
    assert image.info["dpi"] == pytest.approx((100, 100), abs=0.1)


def test_an_svg_is_well_formed_and_has_the_pages_size(tmp_path):
    root = ElementTree.fromstring(written(tmp_path, "boat-blue-fr-a4", ".svg", players="Ann & <Bo>"))
    assert (root.get("width"), root.get("height"), root.get("viewBox")) == ("297mm", "210mm", "0 0 297 210")
    said = [element.text for element in root.iter("{http://www.w3.org/2000/svg}text")]
    assert {"Le bateau bleu", "Traditions", "Ann & <Bo>"} <= set(said)
    style = root.find("{http://www.w3.org/2000/svg}style").text
    assert style.count("font/ttf;base64") == 3


def test_an_svg_draws_the_squares_where_the_geometry_has_them(tmp_path):
    data = written(tmp_path, "boat-blue-en-a4", ".svg").decode()
    for box in geometry_by_name("boat-blue-en-a4").lessons.values():
        assert f'd="M{box.x:.3f} {box.y:.3f} L{box.x + box.w:.3f} {box.y:.3f}' in data


@pytest.mark.parametrize(("kind", "most_seconds"), [(".pdf", 0.5), (".png", 1.0)])
def test_a_sheet_is_written_quickly(tmp_path, kind, most_seconds):
    written(tmp_path, kind=kind)
    start = time.process_time()
    written(tmp_path, kind=kind)
    assert time.process_time() - start < most_seconds


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["--boat", "pink", "--out", "x.pdf"], "blue, green, red, purple, orange, black"),
        (["--boat", "red", "--lang", "de", "--out", "x.pdf"], "en or fr"),
        (["--boat", "red", "--paper", "a3", "--out", "x.pdf"], "a4 or letter"),
        (["--boat", "red", "--out", "x.gif"], ".pdf, .png, .svg, .json"),
        (["--boat", "red", "--out", "x"], ".pdf, .png, .svg, .json"),
        (["--boat", "red", "--out", "x.png", "--dpi", "5"], "36 to 1200"),
        (["--boat", "red", "--out", "x.png", "--dpi", "nan"], "36 to 1200"),
        (["--boat", "red", "--out", "no/such/folder/x.pdf"], "cannot be written"),
        (["--boat", "all", "--out", "x.png"], "PDF"),
        (["--boat", "red", "--out", "x.pdf", "--players", "王"], "王"),
        (["--boat", "red", "--out", "x.pdf", "--players", "A" * 31], "30 letters"),
    ],
)
def test_bad_use_is_explained_and_writes_nothing(tmp_path, monkeypatch, capsys, words, told):
    monkeypatch.chdir(tmp_path)
    assert cli.main(["sheet", *words]) == 2
    said = capsys.readouterr()
    assert told in said.err and said.out == ""
    assert list(tmp_path.iterdir()) == []


def test_the_command_writes_a_sheet_and_says_so(tmp_path, capsys):
    out = tmp_path / "mine.json"
    assert cli.main(["sheet", "--boat", "orange", "--lang", "fr", "--paper", "letter", "--out", str(out)]) == 0
    assert json.loads(out.read_text(encoding="utf-8"))["sheet"] == "boat-orange-fr-letter"
    assert "mine.json" in capsys.readouterr().err


def test_an_order_in_code_is_refused_with_its_own_error():
    with pytest.raises(OrderWrong):
        order("blue", "en", "papyrus")


def test_every_sheet_name_is_an_order():
    for name in SHEET_NAMES:
        _, boat, lang, paper = name.split("-")
        ((geometry, player),) = order(boat, lang, paper).sheets
        assert (geometry.sheet, player) == (name, "")
