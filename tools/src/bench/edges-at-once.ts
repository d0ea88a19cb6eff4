import { Agent, get, type IncomingMessage } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';

/*
 * Edges that start at once, in a process of their own: each asks who may call, follows the stream from a snapshot on, and asks
 * again whenever that tells it to. The first message says where; then `start` starts them, and is answered once each has its flags
 * and knows who may call; `stop` ends them.
 */
export interface EdgesAtOnce {
  url: string;
  sdkKey: string;
  count: number;
}

/** What came of a start: milliseconds until the last was ready, and how often one was told to come back. */
export interface EdgesStarted {
  took: number;
  refused: number;
}

/** As an edge spreads its first request. */
const FIRST_WITHIN_MILLISECONDS = 1_000;
const TOLD = 'event: access\n';
/** A name of an event may be cut in two. */
const KEPT_CHARACTERS = TOLD.length - 1;

const agent = new Agent({ keepAlive: true, maxSockets: Infinity });
let open = new Set<IncomingMessage>();
let refused = 0;

function ask(path: string, headers: Record<string, string>, own?: Agent): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    get(edges.url + path, { agent: own ?? agent, headers: { 'x-sdk-key': edges.sdkKey, ...headers } }, resolve).on(
      'error',
      reject,
    );
  });
}

/** Until it is answered with one of these. */
async function askUntil(wanted: readonly number[], ...question: Parameters<typeof ask>): Promise<IncomingMessage> {
  for (;;) {
    const response = await ask(...question);
    if (wanted.includes(response.statusCode ?? 0)) return response;
    response.resume();
    if (response.statusCode !== 503) throw new Error(`${question[0]} answered ${response.statusCode}.`);
    refused++;
    await delay(1_000 * (Number(response.headers['retry-after']) + Math.random()));
  }
}

async function askAccess(tag: string | undefined): Promise<string | undefined> {
  const response = await askUntil([200, 304], '/api/v1/edge/access', tag === undefined ? {} : { 'if-none-match': tag });
  for await (const _ of response);
  return response.headers.etag;
}

/** Resolves when it has its flags, and has asked as often as it was told to by then. */
async function start(): Promise<void> {
  await delay(Math.random() * FIRST_WITHIN_MILLISECONDS);
  let tag = await askAccess(undefined);
  const stream = await askUntil([200], '/api/v1/stream?access=1&snapshot=true', {}, new Agent());
  open.add(stream);
  stream.on('error', () => undefined);
  await new Promise<void>((resolve, reject) => {
    let tail = '';
    stream.setEncoding('latin1').on('data', (text: string) => {
      const all = tail + text;
      tail = all.slice(-KEPT_CHARACTERS);
      // It has been sent its flags then.
      if (!all.includes(TOLD)) return;
      askAccess(tag).then((next) => {
        tag = next;
        resolve();
      }, reject);
    });
  });
}

async function startAll(): Promise<void> {
  refused = 0;
  const startedAt = performance.now();
  await Promise.all(Array.from({ length: edges.count }, start));
  const started: EdgesStarted = { took: performance.now() - startedAt, refused };
  process.send?.(started);
}

let edges: EdgesAtOnce;
process.on('message', (message: EdgesAtOnce | 'start' | 'stop') => {
  if (message === 'stop') {
    for (const stream of open) stream.destroy();
    open = new Set();
  } else if (message !== 'start') edges = message;
  else
    startAll().catch((error: unknown) => {
      console.error(error);
      process.exit(1);
    });
});
process.on('disconnect', () => process.exit());
