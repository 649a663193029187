"""What the compiled wheel needs to know of a class, and whether this is one. docs/compiled.md tells how it is built."""

from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from mypy_extensions import mypyc_attr as mypyc_attr  # noqa: PLC0414 - for others to import
else:

    def mypyc_attr(**_about: bool) -> Any:
        """Read by the compiler; does nothing here, so that nothing more needs to be installed."""
        return lambda kind: kind


def is_compiled() -> bool:
    """Whether the engines run as machine code: `tablee --version` tells."""
    found = find_spec("tablee.core.playout")  # one of the modules that are compiled
    return found is not None and not str(found.origin).endswith(".py")
