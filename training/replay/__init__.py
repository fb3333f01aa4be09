"""A recorded or played game to look at: decision by decision, as text, as one page to step through.

Below: agents, ow_env. Above: the report of a training, play, commands.
"""
