"""Who plays the bazaar by a script: a file and a row each."""

from tests.bazaar.agents.collector import COLLECTOR

SCRIPTS = {COLLECTOR.name: COLLECTOR}
