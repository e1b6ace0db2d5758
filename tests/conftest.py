"""The setting of every test: how Hypothesis works here, and where other projects' data are."""

import json
import os
import signal

import pytest
from hypothesis import HealthCheck, is_hypothesis_test, settings

from outside import outside

# The first host that an example maps loads the IDNA tables, and a machine may be busy: no example
# has a time limit, nor has the making of them.
settings.register_profile("iri3987", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("iri3987")
# `make test` asks for this one, with the same few examples each time.
settings.register_profile(
    "quick", settings.get_profile("iri3987"), max_examples=10, derandomize=True, database=None
)

# A shell lets what runs in its background ignore this signal, and so would all that we start. Tests
# stop programs by it.
if signal.getsignal(signal.SIGINT) == signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)

# Tests compare what commands print. Python 3.14 colours it where FORCE_COLOR is set, as on a
# service.
os.environ["PYTHON_COLORS"] = "0"

# Type checkers read the one, which has settings of its own; `test_documents.py` runs the other.
collect_ignore = ["typed_project", "documents"]


#: The names of database servers, as parameters of tests have them.
_SERVERS = {"postgresql", "mariadb"}
#: Folders whose tests are all slow: they start servers, browsers and programs.
_SLOW = {"test_examples", "test_playground", "test_site", "test_tutorials"}


def pytest_collection_modifyitems(items):
    """Do not measure coverage in slow tests and in laws: the other tests reach it all.

    Measuring makes a test take up to three times as long, and what a law tries is left to chance.

    Tests that use a database are marked, so that they can be asked of another one alone; so are
    those that ask a server of one.
    """
    for item in items:
        if item.path.parent.name in _SLOW:
            item.add_marker("slow")
        if item.get_closest_marker("slow") or is_hypothesis_test(getattr(item, "obj", None)):
            item.add_marker("no_cover")
        if item.get_closest_marker("django_db") or _DATABASE & set(item.fixturenames):
            item.add_marker("database")
        if _SERVERS & {each for each in _parameters(item) if isinstance(each, str)}:
            item.add_marker("server")


def _parameters(item):
    """Return the values that *item*, one of the tests of a function, is for."""
    return item.callspec.params.values() if hasattr(item, "callspec") else ()


_DATABASE = {"db", "transactional_db", "live_server", "admin_client", "admin_user"}


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item):
    """Do not measure it in the processes that such a test starts, either."""
    with pytest.MonkeyPatch.context() as patch:
        if item.get_closest_marker("slow"):
            patch.delenv("COVERAGE_PROCESS_CONFIG", raising=False)
        return (yield)


@pytest.fixture(scope="session")
def made_once(tmp_path_factory):
    """Return a function that has a folder filled once for all processes of this run.

    It takes the name of the folder and a function that fills it.
    """
    base = tmp_path_factory.getbasetemp()
    if "PYTEST_XDIST_WORKER" in os.environ:
        base = base.parent

    def made(name, fill):
        import fcntl  # Windows has no such module, and runs no test that needs this

        folder, done = base / name, base / f"{name}.done"
        with (base / f"{name}.lock").open("w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            if not done.exists():
                folder.mkdir()
                fill(folder)
                done.touch()
        return folder

    return made


@pytest.fixture(scope="session")
def conformance_rows():
    """Return a function that gives the rows of a file of conformance data, or skips the test."""
    folder = outside("IRI3987_CONFORMANCE", "conformance")

    def rows(name):
        file = folder / name
        if not file.exists():
            pytest.skip(f"no conformance data: {file} is not there")
        return [json.loads(line) for line in file.read_text("utf-8").splitlines()]

    return rows
