"""The notebooks: plain scripts in `examples/notebooks`, whose comments `# %%` begin the cells.

`python -m docs.site.notebooks` runs all of them, or those named, and writes them with their output to build/notebooks.
The docs site shows them as pages and hands them out as they are, not run.
"""

import argparse
from pathlib import Path
from typing import Any, Final

import jupytext
from docs.site.palette import ROOT

FOLDER: Final = ROOT / "examples/notebooks"
PATTERN: Final = "examples/notebooks/*.py"
_KERNEL: Final = {"name": "python3", "display_name": "Python 3", "language": "python"}


def notebook(script: Path) -> Any:
    """A script as a notebook."""
    made = jupytext.read(script, fmt="py:percent")
    for number, cell in enumerate(made.cells):
        cell["id"] = f"cell-{number}"  # not drawn anew each time
    made.metadata = {"kernelspec": _KERNEL}
    return made


def page(script: Path) -> str:
    """A script as a page of the docs site: its first heading, where it can be had, its cells."""
    first, *others = notebook(script).cells
    title, _, about = first["source"].partition("\n")
    script_name = script.relative_to(ROOT).as_posix()
    had = f'<p><a href="{script.stem}.ipynb" download>The notebook</a>, made from <code>{script_name}</code>.</p>'
    cells = [
        cell["source"] if cell["cell_type"] == "markdown" else f"```python\n{cell['source']}\n```" for cell in others
    ]
    return "\n\n".join([title, had, about.strip(), *cells]) + "\n"


def write(folder: Path) -> None:
    """Write all notebooks as they are, not run."""
    folder.mkdir(parents=True, exist_ok=True)
    for script in sorted(FOLDER.glob("*.py")):
        jupytext.write(notebook(script), folder / f"{script.stem}.ipynb", fmt="ipynb")


def run(script: Path, folder: Path) -> Path:
    """Run a notebook and write it with its output; an exception in a cell ends it."""
    from jupyter_client.manager import AsyncKernelManager  # noqa: PLC0415 - the docs site can do without
    from nbclient import NotebookClient  # noqa: PLC0415

    made = notebook(script)
    kernel = AsyncKernelManager(kernel_name=_KERNEL["name"], transport="ipc")  # nobody else can listen
    NotebookClient(made, km=kernel, timeout=None).execute()
    folder.mkdir(parents=True, exist_ok=True)
    file = folder / f"{script.stem}.ipynb"
    jupytext.write(made, file, fmt="ipynb")
    return file


def main() -> None:
    known = sorted(script.stem for script in FOLDER.glob("*.py"))
    parser = argparse.ArgumentParser(prog="docs.site.notebooks", description="Run notebooks.")
    parser.add_argument("names", nargs="*", help=f"which: {', '.join(known)} (default: all)")
    parser.add_argument("--folder", type=Path, default=ROOT / "build/notebooks", help="where to write them")
    given = parser.parse_args()
    if unknown := set(given.names) - set(known):
        parser.error(f"there is no notebook {', '.join(sorted(unknown))}")
    for name in given.names or known:
        print(run(FOLDER / f"{name}.py", given.folder))


if __name__ == "__main__":
    main()
