"""What trains here trains as in the tests of training: with one thread of torch."""

from tests.training.conftest import one_thread  # noqa: F401  # a fixture of every test
