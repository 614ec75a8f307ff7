"""A peak that is the process' own."""

import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest

from benchmarks import memory
from benchmarks.memory import STATUS, peak_mb

ROOT = Path(__file__).parents[2]


@pytest.mark.skipif(not STATUS.exists(), reason="only /proc tells a process' own peak")
def test_a_large_process_lends_its_peak_to_none_that_it_starts():
    """A photo without a sheet was said to take 546 MB; it takes 289, and the bench before it had taken the rest. A test
    of bombs, which looked at how the peak grew, could not fail where tests before it had been larger.
    """
    mine = bytearray(300_000_000)
    code = "from benchmarks.memory import peak_mb; print(peak_mb())"
    run = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    assert float(run.stdout) < 100 < 300 < peak_mb()
    del mine


@pytest.mark.parametrize(("platform", "unit"), [("linux", 1024), ("darwin", 1)])
def test_where_proc_does_not_tell_each_system_counts_in_its_own_unit(monkeypatch, tmp_path, platform, unit):
    """On a Mac the peak is told in bytes: 200 MB were 204,800."""
    monkeypatch.setattr(memory, "STATUS", tmp_path / "none")
    monkeypatch.setattr(memory.sys, "platform", platform)
    monkeypatch.setattr(memory.resource, "getrusage", lambda _: SimpleNamespace(ru_maxrss=200 * 1024**2 // unit))
    assert memory.peak_mb() == 200
