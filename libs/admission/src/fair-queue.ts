import { RecentUse } from './service-time.js';

/**
 * The origin of a request, widest first: an account and then its environment, or the networks of an address. Flows with
 * the same first element share that element's part.
 */
export type Flow = readonly string[];

/** The minimum cost of a turn, so that flows of turns without measurable cost also rotate. Milliseconds. */
const LEAST_COST = 0.01;
/** The weight of the latest cost in the expected one. */
const LATEST = 1 / 8;
/** Flows and parts that are remembered, about 500 bytes each. Above the limit, idle ones are forgotten. */
const REMEMBERED_AT_MOST = 10_000;

/** One flow, or one part of a flow. */
interface Share<Item> {
  name: string;
  /** Milliseconds that it has used or is expected to use, on the clock of its parent. */
  served: number;
  /** The average use of its parts. A new part starts with this value, so that waiting brings no advantage. */
  clock: number;
  waiting: number;
  running: number;
  parts: Map<string, Share<Item>>;
  /** Parts with waiting items. */
  due: Set<Share<Item>>;
  /** At the end of a flow: its waiting items, in order. */
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

/** A started turn. */
export interface Turn<Item> {
  item: Item;
  /** From the root to the flow. */
  path: readonly Share<Item>[];
  /** The cost that was charged ahead. */
  expected: number;
}

/**
 * Picks the next turn: the flow with the least service time among those with waiting items; within it, the part with
 * the least; and in that, the oldest item. Fair queuing with costs that are known only afterwards, so a turn is charged
 * the recent average until its own cost is known. No clock, no timer, no I/O.
 */
export class FairQueue<Item> {
  private readonly all = newShare<Item>('', 0);
  private expected = LEAST_COST;
  private shares = 0;
  private sharesAtMost = REMEMBERED_AT_MOST;

  /** @param recent the recent use of flows, which may include other queues */
  constructor(private readonly recent = new RecentUse()) {}

  /** Number of waiting items. */
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

  /** Removes an item that no longer waits. @returns false when it had its turn already */
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
   * @param atMostOfFlow running turns per widest part; a part at this limit waits
   * @param atMostOfBusy the same for a flow that recently used more than an equal part while others were there
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

  /** Ends the turn. @param cost in milliseconds of service time */
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

  /** Removes the latest item of the longest flow, and tells whether that flow is crowded. */
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

  /** Removes all waiting items, in no order. */
  takeAll(): Item[] {
    const items: Item[] = [];
    for (let next = this.takeSurplus(); next !== undefined; next = this.takeSurplus()) items.push(next.item);
    return items;
  }

  /** Whether a flow mostly waits for itself: it has several items, and more than an equal part of all. */
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

  /** Ends in an unnamed part, since a flow may be a prefix of another one. */
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

  /** Forgets all idle parts at once, and runs again only when twice as many are left: the search takes long. */
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

/** Forgets the idle parts. @returns how many parts are left, counted recursively */
function countBusy<Item>({ parts }: Share<Item>): number {
  let busy = 0;
  for (const [name, part] of parts)
    if (part.waiting + part.running === 0) parts.delete(name);
    else busy += 1 + countBusy(part);
  return busy;
}
