"""The whole contents of a database, to search for what it must not keep."""

from pathlib import Path

from sqlalchemy import MetaData, create_engine, make_url, select


def database_text(url: str) -> str:
    """Every column of every row of every table of the database, as text."""
    engine = create_engine(url.replace("+aiosqlite", ""))
    found = MetaData()
    found.reflect(engine)
    with engine.connect() as connection:
        rows = [row for table in found.sorted_tables for row in connection.execute(select(table))]
    engine.dispose()
    return "\n".join(map(str, rows))


def database_bytes(url: str) -> bytes:
    """Every byte of an SQLite database and what lies beside it; nothing for another."""
    file = make_url(url).database
    if not url.startswith("sqlite") or file is None:
        return b""
    return b"".join(part.read_bytes() for part in sorted(Path(file).parent.glob(f"{Path(file).name}*")))
