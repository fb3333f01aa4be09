"""Language models as agents, over any chat endpoint that speaks OpenAI's protocol: ``llm:MODEL``.

Below: base.py. In order: settings.py (how one is asked for), reading.py (what a reply means), answers.py (those kept on
disk), asking.py (the endpoint), agent.py. Above: agents.registry. The client library is imported when first asked.
"""
