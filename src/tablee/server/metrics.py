"""What the house counts, for Prometheus. No names, no tables, no secrets."""

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram


class Metrics:
    """All figures of one process."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        self.tables_opened = Counter("tablee_tables_opened", "Tables put up.", registry=self.registry)
        self.rows_written = Counter("tablee_rows_written", "Rows committed to the log.", registry=self.registry)
        self.refusals = Counter("tablee_refusals", "Things refused, by code.", ["code"], registry=self.registry)
        self.sockets = Gauge("tablee_sockets", "Open sockets.", registry=self.registry)
        self.dropped = Counter("tablee_slow_readers", "Sockets dropped for being slow.", registry=self.registry)
        self.trouble = Counter("tablee_trouble", "Tables put aside.", registry=self.registry)
        self.bot_seconds = Histogram("tablee_bot_seconds", "Time bots took to choose.", registry=self.registry)
