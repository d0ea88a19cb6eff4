// A decision of an edge that follows this gateway, and the change of it.
import assert from 'node:assert/strict';
import { eventually } from './eventually.mjs';

const EDGE = 'http://localhost:8090';

async function decide(sdkKey) {
  const response = await fetch(`${EDGE}/ofrep/v1/evaluate/flags/beacon`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-api-key': sdkKey },
    body: JSON.stringify({ context: { targetingKey: 'user-1' } }),
    signal: AbortSignal.timeout(5_000),
  });
  return response.ok ? (await response.json()).value : undefined;
}

/** The flag is on before and after. */
export async function edgeFollows({ sdkKey, turn }) {
  const decides = (value) =>
    eventually(`the edge deciding ${value}`, async () => {
      return (await decide(sdkKey).catch(() => undefined)) === value;
    });
  await decides(true);
  await turn(false);
  await decides(false);
  await turn(true);
  await decides(true);
  const unknown = await fetch(`${EDGE}/api/v1/flags`, { headers: { 'x-sdk-key': 'bge_sdk_unknown' } });
  assert.equal(unknown.status, 401);
}
