"""The rules of the bazaar as core/kernels.py wants them; those that are not here follow from them."""

from tests.bazaar.observe import write_observation
from tests.bazaar.rules import apply, begin, hide, outcome, potential, waits_for, why_not
from tests.bazaar.state import rule

__all__ = ["apply", "begin", "hide", "outcome", "potential", "rule", "waits_for", "why_not", "write_observation"]
