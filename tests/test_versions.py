"""What docs/versions.md claims of pyproject.toml's bounds: nothing is installed here, `make test-lowest` does that."""

from __future__ import annotations

import re
from importlib.metadata import requires, version
from pathlib import Path

import pytest

from docs.versions import __main__ as versions

ROOT = Path(__file__).parents[1]
EXTRAS = versions.PROJECT["optional-dependencies"]
RAN = [
    (which, python, part)
    for which, of in versions.results().items()
    for python, parts in of.items()
    for part in parts
]  # fmt: skip


def test_every_requirement_has_one_lower_bound():
    for text in [*versions.PROJECT["dependencies"], *(text for texts in EXTRAS.values() for text in texts)]:
        if not text.startswith(f"{versions.PROJECT['name']}["):
            assert versions.need_of(text).lowest


@pytest.mark.parametrize(
    ("text", "name", "inside", "lowest"),
    [
        ("numpy>=2.0", "numpy", "", "2.0"),
        ("numba>=0.65", "numba", "", "0.65"),
        ("numba<0.69, >=0.65", "numba", "", "0.65"),
        ("Import_Linter >= 2.16", "import-linter", "", "2.16"),
        ("ray[rllib]>=2.49", "ray", "[rllib]", "2.49"),
    ],
)
def test_a_requirement_is_read(text: str, name: str, inside: str, lowest: str):
    need = versions.need_of(text)
    assert (need.name, need.inside, need.lowest) == (name, inside, lowest)


@pytest.mark.parametrize("text", ["numpy", "numpy<3", "numpy>=2; python_version<'3.13'", "x @ https://example.org/x"])
def test_a_requirement_without_a_lower_bound_is_refused(text: str):
    with pytest.raises(ValueError, match="one lower bound"):
        versions.need_of(text)


def test_extras_bring_those_that_they_stand_on():
    assert {"safetensors", "torch", "numpy"} <= {*versions.needs(("train",))}
    assert "torch" not in versions.needs(("play",))
    assert {*versions.needs(("play",))} < {*versions.needs(("test",))}


def test_two_bounds_for_one_package_are_refused(monkeypatch: pytest.MonkeyPatch):
    project = {**versions.PROJECT, "optional-dependencies": {"one": ["pillow>=10"], "two": ["pillow>=11"]}}
    monkeypatch.setattr(versions, "PROJECT", project)
    with pytest.raises(ValueError, match="two bounds for pillow: >=10 and >=11"):
        versions.needs(("one", "two"))


def test_every_extra_is_in_a_part():
    tried = {extra for part in versions.PARTS.values() for extra in part.extras}
    assert {*EXTRAS} - {"dev", "docs"} == tried
    assert any("docs" in text for text in EXTRAS["test"])


def test_every_python_that_is_promised_is_tried():
    promised = re.findall(r"Python :: (3\.\d+)", "\n".join(versions.PROJECT["classifiers"]))
    assert versions.PYTHONS == tuple(promised)
    assert versions.PROJECT["requires-python"] == f">={versions.PYTHONS[0]}"


def test_exceptions_are_of_packages_that_are_asked_for():
    asked = versions.needs(EXTRAS)
    assert all(name in asked for first in versions.FIRST_WHEEL.values() for name in first)
    assert all(name in asked for name in versions.HELD)
    assert {*versions.BESIDE} == {*versions.PARTS}


def test_what_is_tested_is_there():
    for part in versions.PARTS.values():
        files = [ROOT / name.partition("::")[0] for name in part.tests if name.startswith("tests/")]
        assert files
        assert all(path.is_file() for path in files)


def same(one: str, other: str) -> bool:
    """Tell whether two versions are one: 2.0 and 2.0.0."""
    numbers = [[int(number) for number in version.split(".")] for version in (one, other)]
    length = max(map(len, numbers))
    return len({tuple(number + [0] * (length - len(number))) for number in numbers}) == 1


@pytest.mark.parametrize(("which", "python", "part"), RAN, ids=["-".join(ran) for ran in RAN])
def test_what_ran_is_what_the_bounds_say_now(which: str, python: str, part: str):
    """A bound that was changed has to be tried: `make test-lowest`."""
    ran = versions.results()[which][python][part]["versions"]
    assert {*ran} == {*versions.needs_of(versions.PARTS[part])}
    pins = {name: pin for name, pin in versions.pins(which, part, python).items() if name in ran}
    assert not {name: (pin, ran[name]) for name, pin in pins.items() if not same(pin, ran[name])}


def test_the_page_has_what_was_run():
    """Written anew by `python -m docs.versions page`."""
    text = versions.PAGE.read_text("utf-8")
    assert text == versions.page(text, versions.results())
    for need in versions.needs(EXTRAS).values():
        assert f"| {need.name}{need.inside} | " in text
        assert f"`{need.bound}`" in text


def test_the_page_says_of_pytorch_what_its_bound_rests_on():
    """The oldest Stable-Baselines3 that is allowed has the same."""
    torch, stable = (versions.needs(("train",))[name] for name in ("torch", "stable-baselines3"))
    page = versions.PAGE.read_text("utf-8")
    assert f"`torch{torch.bound}`" in page
    assert f"Stable-Baselines3 {stable.lowest} " in page
    pytest.importorskip("stable_baselines3")
    if version(stable.name) == stable.lowest:
        (asked,) = (text for text in requires(stable.name) or [] if re.match(r"torch\b(?!.*extra)", text))
        assert torch.bound in asked


@pytest.mark.xdist_group("kept together")
def test_a_group_of_tests_is_kept_together(request: pytest.FixtureRequest) -> None:
    if not request.config.getoption("loadgroup", default=False):
        pytest.skip("needs several processes: -n 2 --dist loadgroup")
    assert request.node.nodeid.endswith("@kept together")  # by which pytest-xdist knows them
