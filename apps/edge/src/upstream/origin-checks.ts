import { LRUCache } from 'lru-cache';
import { createUpstreamScheduler } from './ask-upstream.js';

const REMEMBERED_FOR_MS = 60_000;
const REMEMBERED_AT_MOST = 10_000;
/** How long a failure is cached, so that the handler of the same request does not repeat the look-up. */
const FAILED_FOR_MS = 1_000;
/** The flow of requests without a known client. */
const NOBODY = [''];

/**
 * Looks up origins at the upstream that no environment here has. Results are cached for a minute; look-ups are limited.
 */
export class OriginChecks {
  private readonly known: LRUCache<string, boolean>;
  private readonly failed: LRUCache<string, Error>;
  /** By network and origin: a network that names another page's origin cannot put that look-up into its own queue. */
  private readonly waiting = new Map<string, Promise<boolean>>();
  private readonly asked = new Map<string, Promise<boolean>>();

  /** @param ask throws when the upstream does not respond */
  constructor(
    private readonly ask: (origin: string) => Promise<boolean>,
    clock: { now: () => number } = performance,
    private readonly scheduler = createUpstreamScheduler(),
  ) {
    const remembered = { max: REMEMBERED_AT_MOST, ttlResolution: 0, perf: clock };
    this.known = new LRUCache({ ...remembered, ttl: REMEMBERED_FOR_MS });
    this.failed = new LRUCache({ ...remembered, ttl: FAILED_FOR_MS });
  }

  /**
   * @param networks the subnets of the client, widest first; left out for an admitted request, which gets the cached
   * result or failure
   * @throws what `ask` throws, too_many_requests and overloaded
   */
  async isRegistered(origin: string, networks?: readonly string[]): Promise<boolean> {
    const known = this.known.get(origin);
    if (known !== undefined) return known;
    const failed = networks ? undefined : this.failed.get(origin);
    if (failed) throw failed;
    return this.wait(origin, networks ?? NOBODY);
  }

  private wait(origin: string, networks: readonly string[]): Promise<boolean> {
    const name = [...networks, origin].join(' ');
    const waiting = this.waiting.get(name);
    if (waiting) return waiting;
    const check = this.scheduler
      .run(networks, 'check-origin', () => this.known.get(origin) ?? this.askOnce(origin))
      .catch((error: Error) => {
        this.failed.set(origin, error);
        throw error;
      })
      .finally(() => this.waiting.delete(name));
    this.waiting.set(name, check);
    return check;
  }

  private askOnce(origin: string): Promise<boolean> {
    const asked = this.asked.get(origin) ?? this.askNow(origin).finally(() => this.asked.delete(origin));
    this.asked.set(origin, asked);
    return asked;
  }

  private async askNow(origin: string): Promise<boolean> {
    const isRegistered = await this.ask(origin);
    this.known.set(origin, isRegistered);
    return isRegistered;
  }
}
