"""An action is found by its name; a name that nothing has is refused with the nearest."""

from __future__ import annotations

import pytest

from ow_env.cards.names import Names


def test_an_action_is_found_by_its_name():
    names = Names(f"play {card}" for card in ("Scout", "Viper", "Ram"))
    assert names.names == ("play Scout", "play Viper", "play Ram")
    assert [names.action_id(name) for name in names.names] == [0, 1, 2]


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("play Vipr", "there is no action 'play Vipr'; nearest: 'play Viper'"),
        (1, "there is no action 1"),
        (["play Viper"], r"there is no action \['play Viper'\]"),
        (None, "there is no action None"),
        ("Viper play", "there is no action 'Viper play'; nearest: 'play Viper'"),
        ("buy", "there is no action 'buy'; there is 'buy: A', 'buy: B', 'buy: C' and 'buy D'"),
        ("get", "there is no action 'get'; there is 'get A', 'get B', 'get C' and 'get D' and so on"),
    ],
)
def test_a_name_that_nothing_has_is_refused(name, said):
    longer = ["buy: A", "buy: B", "buy: C", "buy D", *(f"get {card}" for card in "ABCDE"), "getting"]
    with pytest.raises(ValueError, match=f"^{said}$"):
        Names(["play Scout", "play Viper", *longer]).action_id(name)
