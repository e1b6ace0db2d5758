"""The files for the service that hosts the source: they run what is here, and have few rights."""

import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
import yaml

ROOT = Path(__file__).parent.parent
GITHUB = ROOT / ".github"
WORKFLOWS = sorted((GITHUB / "workflows").glob("*.yml"))
FORMS = sorted((GITHUB / "ISSUE_TEMPLATE").glob("[0-9]*.yml"))
LOADED = {path.stem: yaml.safe_load(path.read_text("utf-8")) for path in WORKFLOWS}
JOBS = {
    f"{stem}.{name}": job
    for stem, workflow in LOADED.items()
    for name, job in workflow["jobs"].items()
}
STEPS = [(name, step) for name, job in JOBS.items() for step in job["steps"]]
MATRIX = tomllib.loads((ROOT / ".ci" / "matrix.toml").read_text("utf-8"))
each_workflow = pytest.mark.parametrize("path", WORKFLOWS, ids=lambda path: path.stem)
each_job = pytest.mark.parametrize("name", JOBS)
#: What a job may run besides make and .ci/.
OTHERS = {"apt-get", "case"}


def test_workflows_are_there():
    """There is one for checks, one for the site and one for releases."""
    assert ["ci", "docs", "release"] == list(LOADED)


@each_workflow
def test_nothing_is_allowed_by_itself(path):
    """A workflow has no rights, and each job asks for its own."""
    assert {} == LOADED[path.stem]["permissions"]


@each_job
def test_jobs(name):
    """A job names its rights, ends after some time, and runs on a system of a fixed version."""
    job = JOBS[name]
    assert isinstance(job["permissions"], dict)
    assert 0 < job["timeout-minutes"] <= 60
    assert re.fullmatch(r"ubuntu-\d\d\.\d\d", job["runs-on"])


@each_job
def test_rights_to_publish(name):
    """Only a job that publishes can sign and write, and it does not run code of the repository."""
    job = JOBS[name]
    publishes = {"pypa/gh-action-pypi-publish", "actions/deploy-pages"} & {
        step.get("uses", "").partition("@")[0] for step in job["steps"]
    }
    if publishes:
        assert "write" == job["permissions"]["id-token"]
        assert job["environment"]["name"]
        steps = {step["uses"].partition("@")[0] for step in job["steps"]}
        assert {"actions/download-artifact"} >= steps - publishes
    else:
        assert {} == {right: how for right, how in job["permissions"].items() if how != "read"}


def actions():
    """Yield each action that a workflow uses, as it is written."""
    for path in WORKFLOWS:
        yield from re.findall(r"uses: (.+)$", path.read_text("utf-8"), re.MULTILINE)


@pytest.mark.parametrize("action", sorted(set(actions())))
def test_actions_are_pinned(action):
    """An action is named by the hash of a commit, and its version is beside it."""
    assert re.fullmatch(r"[\w-]+/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+", action)


def test_an_action_has_one_version():
    """Every workflow uses the same commit of an action."""
    used = set(actions())
    assert len(used) == len({action.partition("@")[0] for action in used})


def targets():
    """Name the targets of the Makefile."""
    text = (ROOT / "Makefile").read_text("utf-8")
    return set(re.findall(r"^([a-z-]+):", text, re.MULTILINE))


RUNS = [(name, line) for name, step in STEPS for line in step.get("run", "").splitlines()]


@pytest.mark.parametrize(("name", "line"), RUNS)
def test_what_runs_is_here(name, line):
    """A job runs a target of make or a script of .ci/, as one does without the service."""
    program, *arguments = line.split()
    if program == "make":
        assert arguments[0] in targets()
    elif program not in OTHERS:
        assert program.startswith(".ci/")
        assert (ROOT / program).stat().st_mode & 0o100


@pytest.mark.parametrize(("name", "line"), RUNS)
def test_nothing_from_outside_is_run(name, line):
    """A value of the service reaches a command as a variable, so it cannot be a command."""
    assert "${{" not in line


def test_checkouts_keep_no_password():
    """A checkout does not leave its token where later steps find it."""
    checkouts = [step for _, step in STEPS if step.get("uses", "").startswith("actions/checkout@")]
    assert len(checkouts) > 5
    assert {False} == {step["with"]["persist-credentials"] for step in checkouts}


def test_one_job_speaks_for_all():
    """The job that a branch asks for waits for every other job of the checks."""
    others = LOADED["ci"]["jobs"].keys() - {"all"}
    assert others == set(LOADED["ci"]["jobs"]["all"]["needs"])


def test_databases():
    """The servers are those of .ci/matrix.toml, and no other machine reaches them."""
    services = LOADED["ci"]["jobs"]["databases"]["services"]
    images = {
        f"{'postgres' if name == 'postgresql' else name}:{version}"
        for name, version in MATRIX["databases"].items()
    }
    assert images == {service["image"] for service in services.values()}
    assert {"127.0.0.1"} == {each["ports"][0].partition(":")[0] for each in services.values()}


def test_every_distribution_is_published():
    """A release publishes the core, then each plug-in, from its own folder."""
    jobs = LOADED["release"]["jobs"]
    plug_ins = sorted(path.name for path in (ROOT / "integrations").iterdir())
    assert plug_ins == jobs["plug-ins"]["strategy"]["matrix"]["project"]
    assert "core" == jobs["plug-ins"]["needs"]
    folders = [jobs[name]["steps"][-1]["with"]["packages-dir"] for name in ("core", "plug-ins")]
    assert ["dist/iri3987/", "dist/${{ matrix.project }}/"] == folders


@pytest.mark.parametrize("path", FORMS, ids=lambda path: path.stem)
def test_forms(path):
    """A form has what the service asks for: a name, a description, and fields with labels."""
    form = yaml.safe_load(path.read_text("utf-8"))
    assert {"name", "description", "labels", "body"} == form.keys()
    fields = [field for field in form["body"] if field["type"] != "markdown"]
    assert [True] * len(fields) == [bool(field["attributes"]["label"]) for field in fields]
    assert len(fields) == len({field["id"] for field in fields})
    assert any(field.get("validations", {}).get("required") for field in fields)


def test_security_is_reported_elsewhere():
    """Beside the forms, a link leads to the policy; an empty issue cannot be opened."""
    settings = yaml.safe_load((GITHUB / "ISSUE_TEMPLATE" / "config.yml").read_text("utf-8"))
    assert settings["blank_issues_enabled"] is False
    assert any(link["url"].endswith("/SECURITY.md") for link in settings["contact_links"])


def test_dependabot():
    """Updates of the actions are proposed; Python packages are renewed together, by `make pins`."""
    settings = yaml.safe_load((GITHUB / "dependabot.yml").read_text("utf-8"))
    assert ["github-actions"] == [update["package-ecosystem"] for update in settings["updates"]]


ZIZMOR = shutil.which("zizmor", path=Path(sys.executable).parent)


@pytest.mark.skipif(ZIZMOR is None, reason="zizmor is not installed")
def test_zizmor():
    """A tool that knows the traps of workflows finds none."""
    command = [ZIZMOR, "--offline", "--no-progress", "--persona=auditor", GITHUB]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert 0 == done.returncode, done.stdout + done.stderr
