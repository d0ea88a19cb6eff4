import { setTimeout } from 'node:timers/promises';

type Body = Record<string, unknown>;

const TRIES = 60;
const BUSY = new Set([429, 503]);

/** Somebody who is signed in and calls the public API; waits where it says to. */
export class BurgeeClient {
  private cookie = '';

  constructor(private readonly url: string) {}

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

  /** @throws what Burgee says, when it refuses */
  private async call(method: string, path: string, body?: Body): Promise<{ body: Body; link: string }> {
    for (let tries = 1; ; tries++) {
      const response = await fetch(new URL(path, this.url), {
        method,
        headers: { cookie: this.cookie, ...(body && { 'content-type': 'application/json' }) },
        body: body && JSON.stringify(body),
      });
      const [cookie] = response.headers.getSetCookie();
      if (cookie) this.cookie = cookie.split(';', 1)[0] ?? '';
      const answer = (await response.json()) as Body;
      if (response.ok) return { body: answer, link: response.headers.get('link') ?? '' };
      if (!BUSY.has(response.status) || tries === TRIES)
        throw new Error(`${method} ${path} answered ${response.status}: ${String(answer.detail)}`);
      await setTimeout(1_000 * Number(response.headers.get('retry-after') ?? 1));
    }
  }
}
