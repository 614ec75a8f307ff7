import json

import cv2
import numpy as np
import pytest

from samples.ready import OTHERS, PHOTOS, PLAIN, plain
from vision.reading import reading_from_json

NAMES = (*PLAIN, *OTHERS)


def truth(name):
    return json.loads((PHOTOS / f"{name}.truth.json").read_text(encoding="utf-8"))


def test_there_are_twelve_small_photos_and_three_to_try():
    assert sorted(NAMES) == sorted(p.stem for p in PHOTOS.glob("*.jpg"))
    assert len(NAMES) == 12
    assert {"try-1", "try-2", "try-3"} <= {*NAMES}
    assert sum(p.stat().st_size for p in PHOTOS.iterdir()) < 6e6


@pytest.mark.parametrize("name", NAMES)
def test_each_photo_is_as_large_as_its_truth_says_and_the_truth_is_a_reading(name):
    said = truth(name)
    assert said["photo"] == f"{name}.jpg"
    bgr = cv2.imdecode(np.fromfile(PHOTOS / f"{name}.jpg", np.uint8), cv2.IMREAD_COLOR)
    if said["status"] != "unreadable":
        assert list(bgr.shape[1::-1]) == said["size_px"]
        assert reading_from_json({**said, "questions": []}).marked_boat.discoveries


def test_the_command_makes_the_same_boat_again():
    again = plain("try-1", PLAIN["try-1"])
    assert again.truth["discoveries"] == truth("try-1")["discoveries"]
    assert np.allclose(again.truth["corners_px"], truth("try-1")["corners_px"], atol=0.1)
