"""What tests/compiled has for tests that need a process to kill."""

from tests.compiled.conftest import forking as forking, fresh_process as fresh_process
