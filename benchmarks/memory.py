"""The most memory that this process has had."""

import resource
import sys
from pathlib import Path

STATUS = Path("/proc/self/status")


def peak_mb() -> float:
    """Its peak so far, imports and all.

    Where /proc tells, it is this process' own: `ru_maxrss` begins with the peak of the process that started it.
    """
    if STATUS.exists():
        own = next(line for line in STATUS.read_text(encoding="ascii").splitlines() if line.startswith("VmHWM"))
        return int(own.split()[1]) / 1024
    unit = 1 if sys.platform == "darwin" else 1024
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * unit / 1024**2
