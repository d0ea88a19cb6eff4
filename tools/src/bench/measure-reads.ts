import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import autocannon from 'autocannon';
import type { BenchHouse } from './bench-house.js';
import type { Scene } from './dashboard-client.js';
import { median, type Measurement } from './statistics.js';

const CONNECTIONS = 64;
const ROUND_SECONDS = 4;
const ROUNDS = 5;

async function startBareServer(canned: object): Promise<{ url: string; child: ChildProcess }> {
  const child = fork(join(import.meta.dirname, 'bare-server.js'));
  child.send(canned);
  const [{ port }] = (await once(child, 'message')) as [{ port: number }];
  return { url: `http://127.0.0.1:${port}`, child };
}

async function requestsPerSecond(url: string, headers: Record<string, string>): Promise<number> {
  const result = await autocannon({ url, headers, connections: CONNECTIONS, duration: ROUND_SECONDS });
  const wanted = headers['if-none-match'] ? result['3xx'] : result['2xx'];
  if (result.errors > 0 || wanted !== result.requests.total)
    throw new Error(
      `${url} gave ${result.errors} errors and ${result.requests.total - wanted} answers of another kind`,
    );
  return result.requests.average;
}

/** Both servers in turn, round by round, so that a busy moment of the machine meets both. */
async function sideBySide(
  name: string,
  ours: string,
  bare: string,
  headers: Record<string, string>,
): Promise<Measurement> {
  await requestsPerSecond(ours, headers);
  await requestsPerSecond(bare, headers);
  const rounds: { ours: number; bare: number }[] = [];
  for (let round = 0; round < ROUNDS; round++)
    rounds.push({ ours: await requestsPerSecond(ours, headers), bare: await requestsPerSecond(bare, headers) });
  return {
    name,
    ours: median(rounds.map((round) => round.ours)),
    yardstick: median(rounds.map((round) => round.bare)),
    ratio: median(rounds.map((round) => round.ours / round.bare)),
    unit: 'requests/s',
    target: { atLeast: 0.9 },
  };
}

/** GET /api/v1/flags, strict, beside a bare server that sends the same bytes: whole answers, then 304. */
export async function measureReads(house: BenchHouse, scene: Scene): Promise<Measurement[]> {
  const url = `${house.sdkGatewayUrl}/api/v1/flags`;
  const key = { 'x-sdk-key': scene.sdkKey };
  const response = await fetch(url, { headers: { ...key, 'accept-encoding': 'identity' } });
  const body = await response.text();
  const names = ['etag', 'cache-control', 'vary', 'content-type'];
  const headers = Object.fromEntries(names.map((name) => [name, response.headers.get(name) ?? '']));
  const bare = await startBareServer({ body, headers });
  try {
    const size = `${scene.flagIds.length} flags, ${(body.length / 1000).toFixed(0)} kB`;
    return [
      await sideBySide(`GET /api/v1/flags, strict, ${size}`, url, bare.url, key),
      await sideBySide('GET /api/v1/flags, strict, 304', url, bare.url, {
        ...key,
        'if-none-match': headers.etag ?? '',
      }),
    ];
  } finally {
    bare.child.disconnect();
  }
}
