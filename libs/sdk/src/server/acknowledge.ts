import { eventReader } from '../event-reader.js';
import { later } from '../later.js';
import type { ClientOptions } from '../options.js';
import { quietly } from '../quietly.js';
import { changesBetween } from '../version.js';

const LOOK_AGAIN_MS = 100;

/** The event with which the service asks whether clients have a position. */
interface Wanted {
  wait_id: string;
  position: string;
  within_ms: number;
  /** Clients spread their answers over this time. */
  spread_ms: number;
}

/**
 * A `fetch` with which a client confirms that it has a change, when the service asks on the stream because a caller is
 * waiting for that. It says nothing else, and nothing depends on it.
 * @param version the client's current version
 */
export function acknowledge(
  { fetch: send = globalThis.fetch }: Pick<ClientOptions, 'fetch'>,
  version: () => string,
): typeof fetch {
  return async (input, init = {}) => {
    const url = input as string;
    if (!url.endsWith('/stream')) return send(url, init);
    let ack: string | undefined;

    function answer({ wait_id, position, within_ms, spread_ms }: Wanted): void {
      const until = Date.now() + within_ms;
      const post = () =>
        send(`${url}/applied`, {
          // Its `signal` too: a request that hangs ends with the stream.
          ...init,
          method: 'POST',
          headers: { ...init.headers, 'content-type': 'application/json' },
          body: JSON.stringify({ wait_id, ack }),
        }).then((response) => response.body?.cancel());
      const look = (): void =>
        void quietly(() => {
          if (init.signal?.aborted || !(Date.now() <= until)) return undefined;
          if (changesBetween(position, version()) >= 0) return post();
          return void later(LOOK_AGAIN_MS, look);
        });
      later(Math.random() * spread_ms, look);
    }

    const response = await send(`${url}?ack=1`, init);
    const { body } = response;
    if (!body) return response;
    const decoder = new TextDecoder();
    const read = eventReader(({ event, data }) => {
      if (event === 'ready') ack = (JSON.parse(data as string) as { ack?: string }).ack;
      else if (event === 'applied_wanted' && ack) answer(JSON.parse(data as string) as Wanted);
    });
    // Reads along while the client consumes the stream.
    const getReader = () => {
      const reader = body.getReader();
      return {
        read: async () => {
          const piece = await reader.read();
          void quietly(() => read(decoder.decode(piece.value, { stream: true })));
          return piece;
        },
      };
    };
    return Object.defineProperty(response, 'body', { value: { getReader } });
  };
}
