"""How a language model is asked for: its settings and their ranges.

Below: core/settings.py. Above: agent.py.

    llm:gpt-5-mini                                    that model of the endpoint in OPENAI_BASE_URL
    llm:qwen3:8b,form=terse,retries=1                 any setting, by name
    llm:gpt-5-mini,input_price=0.25,output_price=2    costs are reported
"""

from __future__ import annotations

from dataclasses import asdict, dataclass, fields
from typing import Any

from ow_env.core.decision import FORMS
from ow_env.core.settings import checked, setting
from ow_env.core.text import nearest

NAME = "llm"
UNSET = -1.0
NOT_STORED = ("at_once", "timeout", "tries", "stream", "input_price", "output_price")  # make no other player


@dataclass(frozen=True)
class Settings:
    """How to ask a model. docs/language-models.md explains them."""

    model: str = setting("", "as the endpoint calls it")
    form: str = setting("full", 'of the prompt: "full", or "terse" without rules and card texts', among=FORMS)
    retries: int = setting(2, "times it is told why a reply was no legal move, and asked again", low=0, high=100)
    temperature: float = setting(UNSET, "of sampling; -1: the endpoint's own", low=UNSET, high=2)
    max_tokens: int = setting(0, "of a reply; 0: the endpoint's own limit", low=0)
    at_once: int = setting(8, "requests in flight", low=1, high=256)
    timeout: float = setting(120.0, "seconds to wait for a reply", above=0, high=86400)
    tries: int = setting(5, "of a request that fails, is refused for now or gets no reply in time", low=1, high=1000)
    stream: str = setting("no", '"yes": replies are streamed, for endpoints that want it', among=("no", "yes"))
    input_price: float = setting(UNSET, "of a million tokens read; -1: unknown", low=UNSET)
    output_price: float = setting(UNSET, "of a million tokens written; -1: unknown", low=UNSET)

    def stored(self) -> dict[str, Any]:
        """Return what makes a difference to the choices, as plain data."""
        return {key: value for key, value in asdict(self).items() if key not in NOT_STORED}


def read_spec(spec: str) -> Settings:
    """Return the settings that a spec asks for.

    Raises:
        ValueError: the field, what was found, and what would be right.
    """
    _, _, rest = spec.partition(":")
    model, *parts = rest.split(",")
    if not model.strip() or "=" in model:
        raise ValueError(f"{spec}: expected the name of a model, {NAME}:MODEL, as in {NAME}:gpt-5-mini")
    known = [field.name for field in fields(Settings) if field.name != "model"]
    given: dict[str, Any] = {}
    for part in parts:
        key, equals, text = part.partition("=")
        if key not in known or not equals:
            raise ValueError(f"{spec}: expected settings as NAME=VALUE, got {part!r}{nearest(key, known)}")
        if key in given:
            raise ValueError(f"{spec}: {key} is given twice")
        try:
            given[key] = checked(Settings, key, as_given(key, text))
        except ValueError as error:
            raise ValueError(f"{spec}: {error}") from None
    if (given.get("input_price", UNSET) < 0) != (given.get("output_price", UNSET) < 0):
        raise ValueError(f"{spec}: give input_price and output_price, or neither")
    return Settings(model=model, **given)


def as_given(key: str, text: str) -> Any:
    """Return what a setting is given as: a number where it is one, else the text, for `checked` to refuse."""
    try:
        return type(getattr(Settings, key))(text)
    except ValueError:
        return text
