"""A second evaluator, written from docs/reference/evaluation.md alone.

    evaluator.py VECTORS...   checks files of vectors, and prints how many cases they have and which ones differ
    evaluator.py              answers each line of its input, a decision in JSON, with a line
"""

import json
import math
import re
import struct
import sys
import unicodedata
from decimal import Decimal
from functools import lru_cache

JSON_BLANKS = " \t\n\r"
DEPTH_AT_MOST = 64


class Unreadable(ValueError):
    pass


def refuse(name):
    raise Unreadable(name)


def read_json(text):
    """All numbers are doubles."""
    try:
        return json.loads(text, parse_int=float, parse_constant=refuse)
    except RecursionError:
        raise Unreadable("too deep") from None


def to_unicode(text):
    """Half a surrogate pair counts as U+FFFD."""
    return re.sub("[\ud800-\udfff]", "\ufffd", text)


def murmur3(text):
    data = to_unicode(text).encode("utf-8")
    mask = 0xFFFFFFFF

    def rotate(value, bits):
        return ((value << bits) | (value >> (32 - bits))) & mask

    def mix(block):
        return rotate(block * 0xCC9E2D51 & mask, 15) * 0x1B873593 & mask

    result = 0
    whole = len(data) & ~3
    for (block,) in struct.iter_unpack("<I", data[:whole]):
        result = (rotate(result ^ mix(block), 13) * 5 + 0xE6546B64) & mask
    result ^= mix(int.from_bytes(data[whole:], "little"))
    result ^= len(data)
    result = (result ^ (result >> 16)) * 0x85EBCA6B & mask
    result = (result ^ (result >> 13)) * 0xC2B2AE35 & mask
    return result ^ (result >> 16)


def bucket_of(flag, key):
    return murmur3(f"{flag}:{key}") % 100


def number_text(number):
    """A finite double in ECMAScript's notation."""
    if number == 0:
        return "0"
    sign, digits, exponent = Decimal(repr(number)).normalize().as_tuple()
    text = "".join(map(str, digits))
    point = len(text) + exponent
    if -6 < point <= 0:
        text = "0." + "0" * -point + text
    elif 0 < point <= 21:
        text = text.ljust(point, "0")
        text = text[:point] + ("." + text[point:] if len(text) > point else "")
    else:
        text = text[0] + ("." + text[1:] if len(text) > 1 else "") + f"e{point - 1:+d}"
    return "-" * sign + text


def attribute_text(context, name):
    """None for an attribute that matches nothing."""
    value = context
    for part in [name] if name in context else name.split("."):
        if not isinstance(value, dict) or part not in value:
            return None
        value = value[part]
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, float):
        return number_text(value) if math.isfinite(value) else None
    return value if isinstance(value, str) else None


@lru_cache(maxsize=10_000)
def values_of(targeting_value):
    """The texts that a rule accepts."""
    if targeting_value.lstrip(JSON_BLANKS).startswith("["):
        try:
            values = read_json(targeting_value)
            if values and all(isinstance(value, str) for value in values):
                return frozenset(values)
        except ValueError:
            pass
    return frozenset([targeting_value])


def is_number_blank(character):
    return character in "\t\n\v\f\r\ufeff\u2028\u2029" or unicodedata.category(character) == "Zs"


def read_number(text):
    start, end = 0, len(text)
    while start < end and is_number_blank(text[start]):
        start += 1
    while end > start and is_number_blank(text[end - 1]):
        end -= 1
    text = text[start:end]
    for prefix, base, digits in (("0x", 16, "[0-9a-fA-F]+"), ("0o", 8, "[0-7]+"), ("0b", 2, "[01]+")):
        if text[:2].lower() == prefix and re.fullmatch(digits, text[2:]):
            try:
                return float(int(text[2:], base))
            except OverflowError:
                raise Unreadable(text) from None
    if not re.fullmatch(r"[+-]?([0-9]+\.?[0-9]*|\.[0-9]+)([eE][+-]?[0-9]+)?", text):
        raise Unreadable(text)
    return float(text)


def check_portable(value, depth=DEPTH_AT_MOST):
    if isinstance(value, float) and not math.isfinite(value):
        raise Unreadable(value)
    if isinstance(value, (list, dict)):
        if depth == 0:
            raise Unreadable("too deep")
        for one in value.values() if isinstance(value, dict) else value:
            check_portable(one, depth - 1)
    return value


def read_value(flag_type, text):
    if flag_type == "boolean":
        return {"true": True, "false": False}[text] if text in ("true", "false") else refuse(text)
    if flag_type == "string":
        return text
    return check_portable(read_number(text) if flag_type == "number" else read_json(text))


def evaluate(flags, key, flag_type, default, context):
    row = {flag.get("key"): flag for flag in flags}.get(key)
    context = context if isinstance(context, dict) else {}

    def error(code, value=default):
        return {"value": value, "reason": "ERROR", "errorCode": code}

    if row is None:
        return error("FLAG_NOT_FOUND")
    if row.get("type") != flag_type:
        return error("TYPE_MISMATCH")
    off = {"value": False if flag_type == "boolean" else default, "variant": "off"}

    def on(reason, text, variant="on"):
        if text is None:
            return {"value": True if flag_type == "boolean" else default, "reason": reason, "variant": variant}
        try:
            value = read_value(flag_type, text)
        except ValueError:
            return error("PARSE_ERROR")
        for shape in (dict, list):
            if flag_type == "json" and isinstance(default, shape) and not isinstance(value, shape):
                return error("TYPE_MISMATCH")
        return {"value": value, "reason": reason, "variant": variant}

    def field(name):
        return row.get(name) if isinstance(row.get(name), str) else None

    if row.get("is_enabled") is not True:
        return {**off, "reason": "DISABLED"}
    attribute, wanted, returned = map(field, ("targeting_attribute", "targeting_value", "targeting_return_value"))
    if attribute is not None and wanted is not None and attribute_text(context, attribute) in values_of(wanted):
        return on("TARGETING_MATCH", returned, "targeted")
    has_unconditional = flag_type != "boolean" and attribute is None and wanted is None
    unconditional = returned if has_unconditional else None
    percentage = row.get("rollout_percentage") or 0
    if percentage >= 100:
        return on("STATIC", unconditional)
    if percentage <= 0:
        return {**off, "reason": "DEFAULT"}
    subject = attribute_text(context, "targetingKey")
    if not subject:
        return error("TARGETING_KEY_MISSING", off["value"])
    return on("SPLIT", unconditional) if bucket_of(key, subject) < percentage else {**off, "reason": "SPLIT"}


def same(one, other):
    """In Python, True equals 1."""
    return json.dumps(one, sort_keys=True) == json.dumps(other, sort_keys=True)


def check(vectors):
    """Yields the name of each case, and whether this evaluator agrees."""
    for one in vectors.get("hashes", []):
        yield one["text"], murmur3(one["text"]) == one["hash"]
    for one in vectors.get("ill_formed_utf16", []):
        units = struct.pack(f"<{len(one['utf16'])}H", *map(int, one["utf16"]))
        yield one["utf16"], murmur3(units.decode("utf-16-le", "surrogatepass")) == one["hash"]
    for one in vectors.get("buckets", []):
        found = [murmur3(f"{one['flag']}:{one['key']}"), bucket_of(one["flag"], one["key"])]
        yield [one["flag"], one["key"]], found == [one["hash"], one["bucket"]]
    for one in vectors.get("cases", []):
        rows = [{**vectors["base"], **flag} for flag in one["flags"]]
        rows = [{name: row[name] for name in row if name not in one.get("without", [])} for row in rows]
        numbers = {name: float(text.replace("Infinity", "inf")) for name, text in one.get("numbers", {}).items()}
        context = {**one["context"], **numbers} if numbers else one["context"]
        found = evaluate(rows, one["key"], one["type"], one["default"], context)
        yield one["name"], same(found, one["expect"])


def main(files):
    if not files:
        for line in sys.stdin:
            asked = read_json(line)
            names = ("flags", "key", "type", "default", "context")
            print(json.dumps(evaluate(*(asked[name] for name in names))), flush=True)
        return
    cases = [case for file in files for case in check(read_json(open(file, encoding="utf-8").read()))]
    print(json.dumps({"cases": len(cases), "wrong": [name for name, agrees in cases if not agrees]}))


main(sys.argv[1:])
