import { Agent, request } from 'node:http';

interface PollingClient {
  name: string;
  tag: string;
  /** What it has asked with first, and when, by `performance.now()`. */
  asked: { revision: number; at: number };
}

const revisionOf = (tag: string): number => Number(/-(\d+)/.exec(tag)?.[1] ?? 0);

/** Clients that ask again and again what has changed, spread evenly over the interval. Each says with the next question what it has. */
export class PollLoad {
  readonly clients: PollingClient[];
  private readonly agent = new Agent({ keepAlive: true, maxSockets: 64 });
  private readonly timer: NodeJS.Timeout;
  private next = 0;
  private failure: unknown;

  constructor(
    count: number,
    private readonly url: string,
    private readonly sdkKey: string,
    intervalMs: number,
  ) {
    const asked = { revision: 0, at: 0 };
    this.clients = Array.from({ length: count }, (_, n) => ({ name: `poller-${n}`, tag: '"none"', asked }));
    const startedAt = performance.now();
    this.timer = setInterval(() => {
      const due = ((performance.now() - startedAt) * count) / intervalMs;
      for (; this.next < due; this.next++) this.ask(this.clients[this.next % count] as PollingClient);
    }, 5);
  }

  /** When the last client asked with what is of this revision or later, by `performance.now()`. @throws when one has not */
  lastWith(revision: number): number {
    if (this.failure) throw this.failure;
    const late = this.clients.filter(({ asked }) => asked.revision < revision);
    if (late.length > 0) throw new Error(`${late.length} pollers have not said that they have revision ${revision}.`);
    return this.clients.reduce((last, { asked }) => Math.max(last, asked.at), 0);
  }

  close(): void {
    clearInterval(this.timer);
    this.agent.destroy();
  }

  private ask(client: PollingClient): void {
    const { name, tag } = client;
    const revision = revisionOf(tag);
    if (revision > client.asked.revision) client.asked = { revision, at: performance.now() };
    const headers = { 'x-sdk-key': this.sdkKey, 'if-none-match': tag, 'unleash-instanceid': name };
    const call = request(`${this.url}/api/v1/flags`, { agent: this.agent, headers }, (response) => {
      response.resume();
      client.tag = response.headers.etag ?? tag;
      if (response.statusCode !== 200 && response.statusCode !== 304)
        this.failure = new Error(`A poller was answered ${response.statusCode}.`);
    });
    call.on('error', (error: NodeJS.ErrnoException) => {
      // As this load ends.
      if (error.code !== 'ECONNRESET') this.failure = error;
    });
    call.end();
  }
}
