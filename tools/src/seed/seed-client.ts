import { setTimeout } from 'node:timers/promises';

type Body = Record<string, unknown>;

const TRIES = 60;
const BUSY = new Set([429, 503]);

/** Somebody who is signed in and calls the public API; waits where it says to. */
export class SeedClient {
  private cookie = '';

  constructor(private readonly url: string) {}

  get(path: string): Promise<Body> {
    return this.call('GET', path);
  }

  post(path: string, body: Body): Promise<Body> {
    return this.call('POST', path, body);
  }

  patch(path: string, body: Body): Promise<Body> {
    return this.call('PATCH', path, body);
  }

  /** @throws what Burgee says, when it refuses */
  private async call(method: string, path: string, body?: Body): Promise<Body> {
    for (let tries = 1; ; tries++) {
      const response = await fetch(new URL(path, this.url), {
        method,
        headers: { cookie: this.cookie, ...(body && { 'content-type': 'application/json' }) },
        body: body && JSON.stringify(body),
      });
      const [cookie] = response.headers.getSetCookie();
      if (cookie) this.cookie = cookie.split(';', 1)[0] ?? '';
      const answer = (await response.json()) as Body;
      if (response.ok) return answer;
      if (!BUSY.has(response.status) || tries === TRIES)
        throw new Error(`${method} ${path} answered ${response.status}: ${String(answer.detail)}`);
      await setTimeout(1_000 * Number(response.headers.get('retry-after') ?? 1));
    }
  }
}
