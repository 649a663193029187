"""Metrics for Prometheus. They contain no names, tables or secrets."""

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

METRICS_FOLDER: Final = "PROMETHEUS_MULTIPROC_DIR"
"""The variable that names the folder shared by several processes. The library reads it when it is imported."""
_SHORT_TIMES: Final = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 5.0)


class Metrics:
    """The metrics of one process, or of all that share a folder."""

    def __init__(self) -> None:
        disable_created_metrics()  # type: ignore[no-untyped-call]
        self.registry = CollectorRegistry()
        self.tables_opened = Counter("tablee_tables_opened", "Tables created.", registry=self.registry)
        self.rows_written = Counter("tablee_rows_written", "Rows committed to the log.", registry=self.registry)
        self.commit_seconds = Histogram(
            "tablee_commit_seconds", "Time to commit rows.", buckets=_SHORT_TIMES, registry=self.registry
        )
        self.refusals = Counter("tablee_refusals", "Things refused, by code.", ["code"], registry=self.registry)
        self.sockets = Gauge("tablee_sockets", "Open sockets.", registry=self.registry, multiprocess_mode="livesum")
        self.dropped = Counter("tablee_slow_readers", "Sockets dropped for being slow.", registry=self.registry)
        self.trouble = Counter("tablee_trouble", "Tables in trouble.", registry=self.registry)
        self.bot_seconds = Histogram("tablee_bot_seconds", "Time bots took to choose.", registry=self.registry)
        if METRICS_FOLDER in os.environ:
            _remove_dead_processes(Path(os.environ[METRICS_FOLDER]))
        else:
            ProcessCollector(registry=self.registry)

    def exposition(self) -> bytes:
        """All metrics in the text format of Prometheus."""
        registry = self.registry
        if METRICS_FOLDER in os.environ:
            registry = CollectorRegistry()
            multiprocess.MultiProcessCollector(registry)  # type: ignore[no-untyped-call]
        return generate_latest(registry)


def _remove_dead_processes(folder: Path) -> None:
    """Stop counting the open sockets of processes that have ended."""
    for file in folder.glob("gauge_live*_*.db"):
        pid = int(file.stem.rpartition("_")[2])
        try:
            os.kill(pid, 0)
        except ProcessLookupError:
            multiprocess.mark_process_dead(pid)  # type: ignore[no-untyped-call]
