import { environmentHash } from '../environment-hash.js';
import { page } from '../page.js';
import { quietly } from '../quietly.js';
import { wholeEvents } from './whole-events.js';

/** The message of a new tab, which the tab with the stream answers with its position. All others are events. */
const JOINED = '';

type Send = typeof fetch;

// Only pages of this origin can use the channel.
// oxlint-disable-next-line unicorn/require-post-message-target-origin
const tell = (channel: BroadcastChannel, text: string): void => channel.postMessage(text);

/** Sends the request, and passes the answer on to the other tabs until it ends. */
async function lead(channel: BroadcastChannel, answer: Promise<Response>): Promise<void> {
  const response = await answer;
  if (response.status !== 200 || !response.body) return;
  const events = wholeEvents();
  channel.addEventListener('message', ({ data }) => {
    if (data === JOINED && events.lastId) tell(channel, `id: ${events.lastId}\nevent: ready\ndata: {}\n\n`);
  });
  const reader = response.clone().body?.getReader() as ReadableStreamDefaultReader<Uint8Array>;
  for (let piece; !(piece = await reader.read()).done;) {
    const text = events.read(piece.value);
    if (text) tell(channel, text);
  }
}

/**
 * Returns what the tab with the stream receives, until that stream ends: then this tab tries again, and may get the
 * stream itself.
 */
function follow(channel: BroadcastChannel, name: string, signal: AbortSignal | null | undefined): Response {
  const encoder = new TextEncoder();
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      channel.addEventListener('message', ({ data }) => {
        if (data !== JOINED) controller.enqueue(encoder.encode(data as string));
      });
      tell(channel, JOINED);
      const end = (): void => {
        channel.close();
        void quietly(() => controller.close());
      };
      signal?.addEventListener('abort', end);
      void navigator.locks.request(name, { signal: signal as AbortSignal }, () => undefined).then(end, end);
    },
  });
  return new Response(body, { headers: { 'content-type': 'text/event-stream' } });
}

/**
 * A `fetch` for `createClient` with which all tabs of this browser that follow one environment share one stream. One
 * tab has the stream and passes it on to the others; when that tab closes, another takes over within seconds. Without
 * HTTP/2 a browser has six connections for all tabs, and each stream takes one. Where there are no Web Locks (pages
 * without https, servers), each client has its own stream.
 * @param send sends the requests. Default: the global `fetch`
 */
export function sharedStream(send: Send = (...request) => fetch(...request)): Send {
  return async (input, init) => {
    const key = new Headers(init?.headers).get('x-sdk-key');
    const url = String(input);
    if (!page.document || !navigator.locks || !key || !url.endsWith('/api/v1/stream')) return send(input, init);
    const name = `burgee:stream:1:${environmentHash(url, key)}`;
    const channel = new BroadcastChannel(name);
    return new Promise((resolve, reject) => {
      let hasLocks = false;
      const tryToLead = async (lock: unknown): Promise<void> => {
        hasLocks = true;
        if (!lock) return resolve(follow(channel, name, init?.signal));
        try {
          const answer = send(input, init);
          // The client receives every answer of the service, errors too.
          const relayed = lead(channel, answer);
          answer.then(resolve, reject);
          await relayed;
        } finally {
          channel.close();
        }
      };
      navigator.locks.request(name, { ifAvailable: true }, tryToLead).catch((error) => {
        if (hasLocks) return reject(error);
        // A sandboxed frame has the interface but may not use it.
        channel.close();
        resolve(send(input, init));
      });
    });
  };
}
