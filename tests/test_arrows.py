"""Imports point one way, as the design draws it; proved from the source, without running it."""

import ast
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
FRONTS = {"app", "pages", "cli"}
"""One level: the design draws them side by side."""
MAY_IMPORT = {
    "scoring": set[str](),
    "sheets": {"scoring"},
    "vision": {"sheets", "scoring"},
    "table": {"vision", "sheets", "scoring"},
    "samples": {"sheets", "scoring"},
    "pages": FRONTS | {"table", "vision", "sheets", "scoring"},
    "app": FRONTS | {"table", "vision", "sheets", "scoring"},
    "cli": FRONTS | {"samples", "benchmarks", "table", "vision", "sheets", "scoring"},
    "benchmarks": FRONTS | {"samples", "table", "vision", "sheets", "scoring"},
}
OURS = MAY_IMPORT.keys()
HEAVY = {"cv2", "numpy", "scipy", "skimage", "streamlit", "reportlab", "pypdfium2", "PIL", "sqlalchemy"}
LIGHT_MODULES = ("scoring.score", "scoring.sister", "vision.reading", "table.result", "table.readings_file", "cli")


def files_of(package: str) -> list[Path]:
    alone = ROOT / f"{package}.py"
    return [alone] if alone.exists() else sorted((ROOT / package).rglob("*.py"))


def name_of(path: Path) -> str:
    return ".".join(path.relative_to(ROOT).with_suffix("").parts)


def imports(tree: ast.AST, here: str) -> Iterator[str]:
    """The modules that this code imports, in full; those inside functions too."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = here.split(".")[: -node.level] if node.level else []
            module = ".".join([*base, *([node.module] if node.module else [])])
            yield module
            yield from (f"{module}.{alias.name}" for alias in node.names if module)


def imported_at_start(path: Path) -> Iterator[str]:
    """The modules imported as soon as this file is: not in functions, not for types alone."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            node.body = []
        if isinstance(node, ast.If) and ast.unparse(node.test).endswith("TYPE_CHECKING"):
            node.body = []
    return imports(tree, name_of(path))


def packages_imported(path: Path) -> set[str]:
    return {name.split(".")[0] for name in imports(ast.parse(path.read_text(encoding="utf-8")), name_of(path))}


def reached(module: str) -> set[str]:
    """Every module that importing this one imports, ours followed to their end."""
    found: set[str] = set()
    todo = [module]
    while todo:
        path = ROOT.joinpath(*todo.pop().split(".")).with_suffix(".py")
        if path.exists():
            new = {*imported_at_start(path)} - found
            found |= new
            todo += new
    return found


@pytest.mark.parametrize("package", MAY_IMPORT)
def test_imports_go_with_the_arrows_only(package):
    against = {
        name_of(path): wrong
        for path in files_of(package)
        if (wrong := packages_imported(path) & OURS - MAY_IMPORT[package] - {package})
    }
    assert against == {}


def test_there_is_something_to_prove():
    assert all(
        files_of(package) for package in ("scoring", "sheets", "vision", "table", "samples", "benchmarks", "cli")
    )
    assert {"scoring.rats", "scoring.squares"} <= reached("scoring.score")


def test_scoring_needs_the_standard_library_only():
    foreign = {
        name_of(path): other
        for path in files_of("scoring")
        if (other := packages_imported(path) - {"scoring"} - sys.stdlib_module_names)
    }
    assert foreign == {}


@pytest.mark.parametrize("module", LIGHT_MODULES)
def test_a_reading_is_scored_without_loading_anything_heavy(module):
    assert {name.split(".")[0] for name in reached(module)} & HEAVY == set()


def test_scoring_a_reading_really_loads_nothing_heavy():
    """The same, seen from a running Python: what the source does not show cannot hide either."""
    code = f"import sys; import {', '.join(LIGHT_MODULES)}; print(*({HEAVY!r} & sys.modules.keys()))"
    run = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, timeout=60, check=True)
    assert run.stdout.strip() == ""


def test_packages_hold_a_docstring_and_nothing_else():
    for path in ROOT.glob("*/__init__.py"):
        body = ast.parse(path.read_text(encoding="utf-8")).body
        assert len(body) <= 1, f"{path} imports or defines something"
