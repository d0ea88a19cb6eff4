import { RecentUse } from './service-time.js';

/**
 * Who asks, widest first: an account and then its environment, or the networks of an address. Flows that begin alike share one
 * share of the widest.
 */
export type Flow = readonly string[];

/** A turn that costs nothing measurable costs this, so that the flows of such turns go round. Milliseconds. */
const LEAST_COST = 0.01;
/** How much the latest cost counts in the expected one. */
const LATEST = 1 / 8;
/** Flows and parts of flows that are remembered, some 500 bytes each. Of more, those in which nothing waits or runs are forgotten. */
const REMEMBERED_AT_MOST = 10_000;

/** One flow, or one part of a flow. */
interface Share<Item> {
  name: string;
  /** Milliseconds that it has had or is expected to take, on the clock of the share around it. */
  served: number;
  /** What its parts have had on average. A part that begins has had as much, so that nobody gains by having waited. */
  clock: number;
  waiting: number;
  running: number;
  parts: Map<string, Share<Item>>;
  /** Parts in which something waits. */
  due: Set<Share<Item>>;
  /** At the end of a flow: what waits, in its order. */
  items: Item[];
}

const newShare = <Item>(name: string, served: number): Share<Item> => ({
  name,
  served,
  clock: 0,
  waiting: 0,
  running: 0,
  parts: new Map(),
  due: new Set(),
  items: [],
});

/** Something that has its turn. */
export interface Turn<Item> {
  item: Item;
  /** From the share of all to that of the flow. */
  path: readonly Share<Item>[];
  /** What was counted for it ahead. */
  expected: number;
}

/**
 * Decides whose turn it is: the flow that has had least service time, of those in which something waits; within it, the part that
 * has had least; and in that, what came first. Fair queuing with costs that are known afterwards, so a turn counts what turns
 * have cost lately until its own cost is known. No clock, no timer, no I/O.
 */
export class FairQueue<Item> {
  private readonly all = newShare<Item>('', 0);
  private expected = LEAST_COST;
  private shares = 0;
  private sharesAtMost = REMEMBERED_AT_MOST;

  /** @param recent what flows have used lately, also of other queues */
  constructor(private readonly recent = new RecentUse()) {}

  /** How many wait. */
  get size(): number {
    return this.all.waiting;
  }

  get running(): number {
    return this.all.running;
  }

  add(flow: Flow, item: Item): void {
    const path = this.pathOf(flow);
    for (const [depth, share] of path.entries()) {
      const around = path[depth - 1];
      if (around && share.waiting === 0) {
        share.served = Math.max(share.served, around.clock);
        around.due.add(share);
      }
      share.waiting++;
    }
    path.at(-1)?.items.push(item);
  }

  /** For what waits no longer. @returns false where it had its turn already */
  remove(flow: Flow, item: Item): boolean {
    const path = this.pathOf(flow);
    const items = path.at(-1)?.items ?? [];
    const place = items.indexOf(item);
    if (place < 0) return false;
    items.splice(place, 1);
    this.leaveQueue(path);
    return true;
  }

  /**
   * @param atMostOfFlow running of one widest share; one that has as many waits
   * @param atMostOfBusy the same of one that has lately used more than an equal part, while others were there
   */
  takeNext(atMostOfFlow = Infinity, atMostOfBusy = atMostOfFlow): Turn<Item> | undefined {
    const path = [this.all];
    for (let share = this.all; share.due.size > 0; path.push(share)) {
      const atMost = (one: Share<Item>) => (this.recent.isBusy(one.name) ? atMostOfBusy : atMostOfFlow);
      const next = leastServed(share, share === this.all ? atMost : () => Infinity);
      if (!next) return undefined;
      share.clock = Math.max(share.clock, next.served);
      share = next;
    }
    const item = path.at(-1)?.items.shift();
    if (item === undefined) return undefined;
    this.leaveQueue(path);
    for (const share of path) {
      share.running++;
      share.served += this.expected;
    }
    return { item, path, expected: this.expected };
  }

  /** The turn is over. @param cost in milliseconds of service time */
  end({ path, expected }: Turn<Item>, cost: number): void {
    const paid = Math.max(cost, LEAST_COST);
    this.recent.note(path[1]?.name ?? '', paid);
    this.expected += (paid - this.expected) * LATEST;
    for (const [depth, share] of path.entries()) {
      share.running--;
      share.served += paid - expected;
      const around = path[depth - 1];
      if (around) around.clock += paid / Math.max(1, around.due.size + (around.due.has(share) ? 0 : 1));
    }
  }

  /** The latest of the flow that waits with most, and whether that flow is crowded. */
  takeSurplus(): { item: Item; isCrowded: boolean } | undefined {
    const path = [this.all];
    for (let share = this.all; share.due.size > 0; path.push(share))
      share = [...share.due].reduce((most, one) => (one.waiting >= most.waiting ? one : most));
    const isCrowded = path[1] !== undefined && this.isMostOf(path[1]);
    const item = path.at(-1)?.items.pop();
    if (item === undefined) return undefined;
    this.leaveQueue(path);
    return { item, isCrowded };
  }

  /** Takes all that wait, in no order. */
  takeAll(): Item[] {
    const items: Item[] = [];
    for (let next = this.takeSurplus(); next !== undefined; next = this.takeSurplus()) items.push(next.item);
    return items;
  }

  /** Whether what waits of this flow waits for itself: it has several, and more than an equal part of all that wait. */
  isCrowded([widest = '']: Flow): boolean {
    const share = this.all.parts.get(widest);
    return share !== undefined && this.isMostOf(share);
  }

  private isMostOf({ waiting, running }: Share<Item>): boolean {
    if (waiting + running < 2) return false;
    return waiting === this.all.waiting || waiting * this.all.due.size > this.all.waiting;
  }

  private leaveQueue(path: readonly Share<Item>[]): void {
    for (const [depth, share] of path.entries()) if (--share.waiting === 0) path[depth - 1]?.due.delete(share);
  }

  /** Ends in a share without a name: a flow may be a part of another one's way. */
  private pathOf(flow: Flow): Share<Item>[] {
    if (this.shares >= this.sharesAtMost) this.forgetIdle();
    const path = [this.all];
    let around = this.all;
    for (const name of [...flow, '']) {
      let share = around.parts.get(name);
      if (!share) {
        around.parts.set(name, (share = newShare(name, around.clock)));
        this.shares++;
      }
      path.push(share);
      around = share;
    }
    return path;
  }

  /** All of them at once, and not again before there are twice as many as are left: to look for them takes long. */
  private forgetIdle(): void {
    this.shares = countBusy(this.all);
    this.sharesAtMost = Math.max(REMEMBERED_AT_MOST, 2 * this.shares);
  }
}

function leastServed<Item>({ due }: Share<Item>, atMost: (share: Share<Item>) => number): Share<Item> | undefined {
  let least: Share<Item> | undefined;
  for (const share of due) if (share.running < atMost(share) && (!least || share.served < least.served)) least = share;
  return least;
}

/** Forgets the parts in which nothing waits or runs. @returns how many are left, and the parts of these */
function countBusy<Item>({ parts }: Share<Item>): number {
  let busy = 0;
  for (const [name, part] of parts)
    if (part.waiting + part.running === 0) parts.delete(name);
    else busy += 1 + countBusy(part);
  return busy;
}
