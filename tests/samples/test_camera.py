import cv2
import numpy as np
import pytest

from samples.camera import Bend, Camera, look, looking_at

PAGE = (297.0, 210.0)


def scene(seed: int, tilt: float):
    rng = np.random.default_rng(seed)
    size = (800, 600)
    turn, at = looking_at(size, 620.0, tilt, rng.uniform(0, 6), rng.uniform(0, 6), 450.0)
    camera = Camera(size, 620.0, turn, at, (3.0, -2.0), (0.03, -0.01))
    slopes = np.clip(rng.normal(0, 0.12, 9), -0.3, 0.3)
    bend = Bend(PAGE, rng.uniform(0, 6), rng.uniform(0, 3), slopes, np.abs(rng.normal(0, 0.8, (6, 8))), (12.0, -7.0))
    return camera, bend


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("tilt", [0.0, 0.3, 0.75])
def test_the_true_place_of_a_point_is_where_the_photo_shows_it(seed, tilt):
    camera, bend = scene(seed, tilt)
    seen = look(camera, bend, 4)
    page = np.stack(np.meshgrid(np.linspace(20, 277, 9), np.linspace(20, 190, 7)), axis=-1)
    px = camera.to_photo(bend.to_space(page))
    inside = ((px > 2) & (px < np.array(camera.size_px) - 3)).all(axis=-1)
    assert inside.sum() > 10
    fine = seen.fine(seen.page)
    shown = cv2.remap(fine, px[..., 0].astype(np.float32), px[..., 1].astype(np.float32), cv2.INTER_LINEAR)
    assert np.abs(shown - page)[inside].max() < 0.15  # mm, about a hundredth of a square


def test_a_flat_sheet_seen_from_straight_above_is_not_mirrored():
    turn, at = looking_at((800, 600), 600.0, 0.0, 0.0, 0.0, 500.0)
    camera = Camera((800, 600), 600.0, turn, at)
    origin, right, below = camera.to_photo(np.array(((0.0, 0, 0), (10.0, 0, 0), (0, 10.0, 0))))
    across, down = right - origin, below - origin
    assert across[0] * down[1] - across[1] * down[0] > 0


def test_paper_bends_without_stretching():
    bend = Bend(PAGE, 0.0, 0.0, np.linspace(-0.4, 0.4, 9), np.zeros((3, 3)))
    line = bend.to_space(np.stack([np.linspace(0, 297, 2000), np.full(2000, 100.0)], axis=1))
    assert np.linalg.norm(np.diff(line, axis=0), axis=1).sum() == pytest.approx(297, abs=0.3)
    assert np.linalg.norm(line[-1] - line[0]) < 295


def test_page_points_and_table_points_are_each_others_way_back():
    _, bend = scene(3, 0.2)
    flat = Bend(PAGE, bend.turn_rad, bend.along_rad, bend.slopes_rad, np.zeros((3, 3)), bend.centre_mm)
    page = np.random.default_rng(1).uniform((0, 0), PAGE, (50, 2))
    assert np.abs(flat.to_page(flat.to_space(page)[:, :2]) - page).max() < 0.05
