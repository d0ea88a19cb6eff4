import { overloaded } from '@burgee/contracts/wire';
import { LRUCache } from 'lru-cache';
import pLimit from 'p-limit';

const REMEMBERED_FOR_MS = 60_000;
const REMEMBERED_AT_MOST = 10_000;
const [ASKED_AT_ONCE, WAIT_AT_MOST] = [4, 256];

/** Whether origins are registered that belong to no environment here: asked upstream, remembered for a minute, and limited. */
export class OriginChecks {
  private readonly known: LRUCache<string, boolean>;
  private readonly asked = new Map<string, Promise<boolean>>();
  private readonly inTurn = pLimit(ASKED_AT_ONCE);

  /** @param ask throws when the upstream does not answer */
  constructor(
    private readonly ask: (origin: string) => Promise<boolean>,
    clock: { now: () => number } = performance,
  ) {
    this.known = new LRUCache({ max: REMEMBERED_AT_MOST, ttl: REMEMBERED_FOR_MS, ttlResolution: 0, perf: clock });
  }

  /** @throws what `ask` throws, and overloaded */
  async isRegistered(origin: string): Promise<boolean> {
    const known = this.known.get(origin) ?? this.asked.get(origin);
    if (known !== undefined) return known;
    if (this.inTurn.pendingCount >= WAIT_AT_MOST) throw overloaded('Too many origins are looked up.');
    const asked = this.inTurn(() => this.ask(origin)).finally(() => this.asked.delete(origin));
    this.asked.set(origin, asked);
    const isRegistered = await asked;
    this.known.set(origin, isRegistered);
    return isRegistered;
  }
}
