"""Whether the engines are compiled, and what marks their modules."""

from pathlib import Path

import tablee
from tablee.core.compiled import is_compiled, mypyc_attr


def test_the_package_knows_whether_it_is_compiled() -> None:
    libraries = [path for path in Path(tablee.__file__).parent.rglob("*") if path.suffix in (".so", ".pyd")]
    assert is_compiled() is bool(libraries)


def test_what_the_compiler_is_told_changes_no_class() -> None:
    class Course:
        pass

    assert mypyc_attr(allow_interpreted_subclasses=True)(Course) is Course
