import { ReadableStream } from 'node:stream/web';
import { setTimeout } from 'node:timers/promises';
import { fetchFrom } from './fetch-from.js';

/** An API token, or an account. */
export type Credentials = { token: string } | { email: string; password: string };

/** What a command signs in with. @throws with what to set */
export function credentialsOf(email: string | undefined, env = process.env): Credentials {
  const { BURGEE_TOKEN: token, BURGEE_PASSWORD: password } = env;
  if (token) return { token };
  if (!email) throw new Error('Set BURGEE_TOKEN to an API token, or name an account with --email.');
  if (!password) throw new Error(`Set BURGEE_PASSWORD to the password of ${email}.`);
  return { email, password };
}

type Body = Record<string, unknown>;
type OnSent = (bytes: number, of: number) => void;

const TRIES = 60;
const BUSY = new Set([429, 503]);

const PIECE_BYTES = 64 * 1024;

/** Yields the next piece once the connection has taken the one before. */
async function* piecesOf(bytes: Buffer, onSent: OnSent): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += PIECE_BYTES) {
    yield bytes.subarray(at, at + PIECE_BYTES);
    onSent(Math.min(at + PIECE_BYTES, bytes.length), bytes.length);
  }
}

const streamOf = (bytes: Buffer, onSent: OnSent) =>
  ReadableStream.from(piecesOf(bytes, onSent)) as unknown as globalThis.ReadableStream<Uint8Array>;

/** A client of the public API, signed in or with a token. It waits when the API tells it to. */
export class BurgeeClient {
  /** By name, each with its value. A proxy may set some of its own. */
  private readonly cookies = new Map<string, string>();

  private token: string | undefined;

  constructor(private readonly url: string) {}

  /** A token goes with every request; there is nothing to ask before. */
  async signIn(credentials: Credentials): Promise<void> {
    if ('token' in credentials) this.token = credentials.token;
    else await this.post('/api/auth/login', { ...credentials });
  }

  async get(path: string): Promise<Body> {
    return (await this.call('GET', path)).body;
  }

  /** All pages of a list. */
  async list<T>(path: string): Promise<T[]> {
    const rows: T[] = [];
    let next: string | undefined = path;
    while (next) {
      const { body, link } = await this.call('GET', next);
      rows.push(...(body as unknown as T[]));
      next = /<([^>]+)>; *rel="?next"?/.exec(link)?.[1];
    }
    return rows;
  }

  async post(path: string, body: Body): Promise<Body> {
    return (await this.call('POST', path, body)).body;
  }

  async patch(path: string, body: Body): Promise<Body> {
    return (await this.call('PATCH', path, body)).body;
  }

  /** A body that is JSON already. @param onSent is called with the bytes that the connection has taken, of all */
  async send(path: string, json: string, onSent: OnSent): Promise<Body> {
    return JSON.parse((await this.answer('POST', path, json, onSent)).text);
  }

  /** What is answered, as it is. */
  async text(path: string): Promise<string> {
    return (await this.answer('GET', path)).text;
  }

  private async call(method: string, path: string, body?: Body): Promise<{ body: Body; link: string }> {
    const { text, link } = await this.answer(method, path, body && JSON.stringify(body));
    return { body: JSON.parse(text) as Body, link };
  }

  /** @throws what Burgee says, when it refuses, with the `detail` and `errors` that it names */
  private async answer(
    method: string,
    path: string,
    json?: string,
    onSent?: OnSent,
  ): Promise<{ text: string; link: string }> {
    const bytes = json === undefined ? undefined : Buffer.from(json);
    for (let tries = 1; ; tries++) {
      const address = new URL(path, this.url);
      // A `Link` names the next page, and may name any address.
      if (address.origin !== new URL(this.url).origin)
        throw new Error(`${this.url} leads to ${address.origin}, where the session is not sent.`);
      // Node needs `duplex` for a stream; the types of browsers do not have it.
      const request: RequestInit & { duplex: 'half' } = {
        method,
        headers: {
          'burgee-client': 'cli',
          cookie: [...this.cookies.values()].join('; '),
          ...(this.token !== undefined && { authorization: `Bearer ${this.token}` }),
          // The time that Burgee waits for a large body follows from its length.
          ...(bytes && { 'content-type': 'application/json', 'content-length': String(bytes.length) }),
        },
        body: bytes && onSent ? streamOf(bytes, onSent) : bytes,
        duplex: 'half',
      };
      const response = await fetchFrom(address.href, request);
      for (const line of response.headers.getSetCookie()) {
        const [pair = ''] = line.split(';', 1);
        this.cookies.set(pair.split('=', 1)[0] ?? '', pair);
      }
      const text = await response.text();
      if (response.ok) return { text, link: response.headers.get('link') ?? '' };
      if (!BUSY.has(response.status) || tries === TRIES) {
        const { detail, errors } = JSON.parse(text) as Body;
        throw Object.assign(new Error(`${method} ${path} answered ${response.status}: ${String(detail)}`), {
          detail,
          errors,
        });
      }
      await setTimeout(1_000 * Number(response.headers.get('retry-after') ?? 1));
    }
  }
}
