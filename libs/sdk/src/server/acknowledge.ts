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
  { fetch: send = (...given) => globalThis.fetch(...given), baseUrl, sdkKey }: ClientOptions,
  version: () => string,
): typeof fetch {
  const url = `${baseUrl}/api/v1/stream`;
  return async (input, init = {}) => {
    if (input !== url) return send(input, init);
    const { signal } = init;
    let ack = '';

    function answer({ wait_id, position, within_ms, spread_ms }: Wanted): void {
      const until = Date.now() + within_ms;
      const post = () =>
        send(`${url}/applied`, {
          method: 'POST',
          headers: { 'content-type': 'application/json', 'x-sdk-key': sdkKey },
          body: JSON.stringify({ wait_id, ack }),
          redirect: 'manual',
        }).then((response) => response.body?.cancel());
      const look = (): void =>
        void quietly(() => {
          if (signal?.aborted || !(Date.now() <= until)) return undefined;
          if (changesBetween(position, version()) >= 0) return post();
          return void later(LOOK_AGAIN_MS, look);
        });
      later(Math.random() * spread_ms, look);
    }

    const response = await send(`${url}?ack=1`, init);
    const { body } = response;
    if (!body) return response;
    const decoder = new TextDecoder();
    const read = eventReader(({ event, data = '' }) => {
      if (event === 'ready') ack = (JSON.parse(data) as { ack?: string }).ack || '';
      else if (event === 'applied_wanted' && ack) answer(JSON.parse(data) as Wanted);
    });
    // Reads along while the client consumes the stream.
    const getReader = () => {
      const reader = body.getReader();
      return {
        read: async () => {
          const piece = await reader.read();
          if (piece.value) void quietly(() => read(decoder.decode(piece.value, { stream: true })));
          return piece;
        },
      };
    };
    return Object.defineProperty(response, 'body', { value: { getReader } });
  };
}
