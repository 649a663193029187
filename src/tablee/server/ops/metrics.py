"""What the house counts, for Prometheus. No names, no tables, no secrets."""

import os
from pathlib import Path
from typing import Final

from prometheus_client import (
    CollectorRegistry,
    Counter,
    Gauge,
    Histogram,
    ProcessCollector,
    disable_created_metrics,
    generate_latest,
    multiprocess,
)

SHARED: Final = "PROMETHEUS_MULTIPROC_DIR"
"""Where several processes put their figures together, as the library wants it: set before it is loaded."""
_QUICK: Final = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 5.0)


class Metrics:
    """The figures of one process, or of all that share a folder."""

    def __init__(self) -> None:
        disable_created_metrics()  # type: ignore[no-untyped-call]
        self.registry = CollectorRegistry()
        self.tables_opened = Counter("tablee_tables_opened", "Tables put up.", registry=self.registry)
        self.rows_written = Counter("tablee_rows_written", "Rows committed to the log.", registry=self.registry)
        self.commit_seconds = Histogram(
            "tablee_commit_seconds", "Time to commit rows.", buckets=_QUICK, registry=self.registry
        )
        self.refusals = Counter("tablee_refusals", "Things refused, by code.", ["code"], registry=self.registry)
        self.sockets = Gauge("tablee_sockets", "Open sockets.", registry=self.registry, multiprocess_mode="livesum")
        self.dropped = Counter("tablee_slow_readers", "Sockets dropped for being slow.", registry=self.registry)
        self.trouble = Counter("tablee_trouble", "Tables in trouble.", registry=self.registry)
        self.bot_seconds = Histogram("tablee_bot_seconds", "Time bots took to choose.", registry=self.registry)
        if SHARED in os.environ:
            _forget_the_dead(Path(os.environ[SHARED]))
        else:
            ProcessCollector(registry=self.registry)

    def figures(self) -> bytes:
        """All of them, as Prometheus reads them."""
        registry = self.registry
        if SHARED in os.environ:
            registry = CollectorRegistry()
            multiprocess.MultiProcessCollector(registry)  # type: ignore[no-untyped-call]
        return generate_latest(registry)


def _forget_the_dead(folder: Path) -> None:
    """What a process that ended had open is open no more."""
    for file in folder.glob("gauge_live*_*.db"):
        pid = int(file.stem.rpartition("_")[2])
        try:
            os.kill(pid, 0)
        except ProcessLookupError:
            multiprocess.mark_process_dead(pid)  # type: ignore[no-untyped-call]
