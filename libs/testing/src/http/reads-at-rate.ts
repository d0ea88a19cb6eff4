import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';

/*
 * Asks at a fixed rate, each question on its own: a late answer does not hold up the next one. In a process of its own, so that
 * thousands of clients in ours do not make answers look late.
 */
const SCRIPT = `
const http = require('node:http');
const [url, key, perSecond, openBefore] = process.argv.slice(1);
const agent = new http.Agent({ keepAlive: true, maxSockets: 64 });
let milliseconds = [], failures = [];
let under = 0, ended = false, next = 0;
function ask(then = finish) {
  const startedAt = performance.now();
  const done = (failure) => {
    if (failure) failures.push(failure); else milliseconds.push(performance.now() - startedAt);
    under--;
    then();
  };
  under++;
  http.get(url + '/api/v1/flags', { agent, headers: { 'x-sdk-key': key } }, (response) => {
    response.resume();
    response.on('end', () => done(response.statusCode === 200 ? undefined : String(response.statusCode)));
  }).on('error', (error) => done(error.message));
}
function turn() {
  if (ended) return;
  for (; next <= performance.now(); next += 1000 / Number(perSecond)) ask();
  setTimeout(turn, Math.max(0, next - performance.now()));
}
function finish() {
  if (!ended || under > 0 || next === 0) return;
  process.stdout.write(JSON.stringify({ milliseconds: milliseconds.sort((a, b) => a - b), failures }), () => process.exit(0));
}
function begin() {
  if (under > 0) return;
  [milliseconds, next] = [[], performance.now()];
  process.send('begun');
  turn();
  finish();
}
process.stdin.on('end', () => { ended = true; finish(); }).resume();
for (let i = 0; i < Number(openBefore); i++) ask(begin);
begin();
`;

export interface LoadResult {
  /** Milliseconds of each answer, sorted. */
  milliseconds: number[];
  /** What was not answered 200. */
  failures: string[];
}

/**
 * GETs of the flags of a key, so many a second. Resolves when it has begun.
 * @param openBefore so many connections are open before the first, as those of clients that poll; others open as they are needed
 * @returns ends it
 */
export async function readsAtRate(
  base: string,
  sdkKey: string,
  perSecond: number,
  openBefore = 0,
): Promise<() => Promise<LoadResult>> {
  const url = base.replace('localhost', '127.0.0.1');
  const child = spawn(process.execPath, ['-e', SCRIPT, url, sdkKey, String(perSecond), String(openBefore)], {
    stdio: ['pipe', 'pipe', 'inherit', 'ipc'],
  });
  const gone = once(child, 'exit');
  const said = text(child.stdout as Readable);
  await once(child, 'message');
  return async () => {
    child.stdin?.end();
    await gone;
    return JSON.parse(await said) as LoadResult;
  };
}
