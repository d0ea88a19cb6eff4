"""Prints a flag, and prints it again when it has another value. Each decision is a request, so the next one sees a change."""

import os
import time

from openfeature import api
from openfeature.contrib.provider.ofrep import OFREPProvider
from openfeature.evaluation_context import EvaluationContext

headers = {"x-api-key": os.environ["BURGEE_SDK_KEY"]}
api.set_provider_and_wait(OFREPProvider(os.environ["BURGEE"], headers_factory=lambda: headers))
flags = api.get_client()
visitor = EvaluationContext("visitor-1", {"country": "NO"})

last = None
while True:
    flag = flags.get_boolean_details(os.environ["FLAG"], False, visitor)
    now = f"{flag.flag_key} is {'on' if flag.value else 'off'} for visitor-1 ({flag.reason})"
    if flag.error_code:
        now = f"{flag.flag_key} has its default: {flag.error_code} {flag.error_message}"
    if now != last:
        print(now, flush=True)
    last = now
    time.sleep(0.5)
