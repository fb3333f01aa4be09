"""Which version of the package this is; records and stores keep it beside what they hold."""

VERSION = "0.2.0"
