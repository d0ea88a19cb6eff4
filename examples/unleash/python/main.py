"""Prints a flag, and prints it again when it has another value. Unleash's own SDK decides in this process, and follows a stream."""

import os
import threading
import time

from UnleashClient import UnleashClient
from UnleashClient.events import UnleashEventType

ready = threading.Event()
unleash = UnleashClient(
    url=os.environ["BURGEE"] + "/unleash/api",
    app_name="example",
    custom_headers={"Authorization": os.environ["BURGEE_SDK_KEY"]},
    experimental_mode={"type": "streaming"},
    event_callback=lambda event: event.event_type == UnleashEventType.READY and ready.set(),
)
unleash.initialize_client()
ready.wait()
visitor = {"userId": "visitor-1", "properties": {"country": "NO"}}

flag = os.environ["FLAG"]
last = None
while True:
    now = f"{flag} is {'on' if unleash.is_enabled(flag, visitor) else 'off'} for visitor-1"
    if now != last:
        print(now, flush=True)
    last = now
    time.sleep(0.5)
