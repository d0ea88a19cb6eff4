"""Answers each line on its input, a question of JSON, with a line: what OpenFeature says."""

import json
import os
import sys

from openfeature import api
from openfeature.contrib.provider.ofrep import OFREPProvider
from openfeature.evaluation_context import EvaluationContext

headers = {"x-api-key": os.environ["BURGEE_SDK_KEY"]}
api.set_provider_and_wait(OFREPProvider(os.environ["BURGEE"], headers_factory=lambda: headers))
client = api.get_client()
ASK = {
    "boolean": client.get_boolean_details,
    "string": client.get_string_details,
    "integer": client.get_integer_details,
    "float": client.get_float_details,
    "object": client.get_object_details,
}

for line in sys.stdin:
    question = json.loads(line)
    context = question["context"]
    about = EvaluationContext(context.pop("targetingKey", None), context)
    details = ASK[question["type"]](question["flag"], question["default"], about)
    answer = {
        "value": details.value,
        "reason": details.reason or "",
        "variant": details.variant or "",
        "errorCode": details.error_code.value if details.error_code else "",
    }
    print(json.dumps(answer), flush=True)
