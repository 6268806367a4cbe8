"""The README and the notebook are run."""

import doctest
import pathlib

import pytest

FOLDER = pathlib.Path(__file__).parent.parent
NOTEBOOK = FOLDER.parent.parent / "docs" / "notebook.ipynb"


def test_the_readme_is_true():
    done = doctest.testfile(str(FOLDER / "README.md"), module_relative=False, optionflags=doctest.ELLIPSIS)
    assert done.attempted > 15 and done.failed == 0


def test_the_notebook_runs(tmp_path):
    nbformat = pytest.importorskip("nbformat")
    client = pytest.importorskip("nbclient")
    notebook = nbformat.read(NOTEBOOK, as_version=4)
    nbformat.validate(notebook)
    client.NotebookClient(notebook, timeout=600, kernel_name="python3", resources={"metadata": {"path": str(tmp_path)}}).execute()
    shown = [output for cell in notebook.cells for output in cell.get("outputs", [])]
    kinds = {kind for output in shown for kind in output.get("data", {})}
    assert {"image/svg+xml", "text/html", "image/png"} <= kinds
