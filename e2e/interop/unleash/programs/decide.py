"""Answers each line on its input, a flag and a context, with a line: what Unleash's SDK says, with `true` as the default."""

import json
import os
import sys
import threading

from UnleashClient import UnleashClient
from UnleashClient.events import UnleashEventType

ready = threading.Event()
unleash = UnleashClient(
    url=os.environ["BURGEE"] + "/unleash/api",
    app_name="interop",
    custom_headers={"Authorization": os.environ["BURGEE_SDK_KEY"]},
    refresh_interval=1,
    metrics_interval=1,
    cache_directory=os.environ["FOLDER"],
    event_callback=lambda event: event.event_type == UnleashEventType.READY and ready.set(),
    experimental_mode={"type": "streaming" if os.environ.get("STREAM") else "polling"},
)
unleash.initialize_client()
ready.wait()

for line in sys.stdin:
    question = json.loads(line)
    flag, context = question["flag"], question["context"]
    variant = unleash.get_variant(flag, context)
    value = variant["payload"]["value"] if variant["enabled"] and variant.get("payload") else None
    print(json.dumps({"isEnabled": unleash.is_enabled(flag, context, lambda *_: True), "value": value}), flush=True)
os._exit(0)
