"""What the package asks for, and the versions that everything is tested with."""

import tomllib
from pathlib import Path

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).parents[1]


def test_each_requirement_allows_the_version_it_is_tested_with() -> None:
    lines = (ROOT / "constraints.txt").read_text(encoding="utf-8").splitlines()
    pinned = {
        canonicalize_name(name): version
        for name, _, version in (line.partition("==") for line in lines if "==" in line)
    }
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    groups = [
        project["build-system"]["requires"],
        project["project"]["dependencies"],
        *project["project"]["optional-dependencies"].values(),
    ]
    for requirement in (Requirement(text) for group in groups for text in group):
        if requirement.name != "tablee":
            assert requirement.specifier.contains(pinned[canonicalize_name(requirement.name)]), requirement
