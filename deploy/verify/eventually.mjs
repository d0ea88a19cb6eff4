import assert from 'node:assert/strict';
import { setTimeout as delay } from 'node:timers/promises';

export async function eventually(what, check) {
  for (const until = Date.now() + 10_000; ; await delay(100)) {
    if (await check()) return;
    assert.ok(Date.now() < until, `${what} did not come true in 10 seconds`);
  }
}
