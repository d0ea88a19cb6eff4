import { setTimeout as delay } from 'node:timers/promises';
import type { BenchFixture } from '../bench/bench-fixture.js';
import { toggleFlag } from '../bench/toggle-flag.js';

/** The time of each change and its latency to each client, by this process's clock alone. */
export interface Deliveries {
  /** Call before requesting the change with this revision. */
  asked: (revision: number) => void;
  heard: (event: { kind: string; id: string | undefined }) => void;
  delivered: number;
  /** Milliseconds from the asking (PATCH sent) to the client, since last taken, sorted. */
  takeLatencies: () => Float64Array;
}

export function watchDeliveries(): Deliveries {
  const askedAt = new Map<number, number>();
  let latencies: number[] = [];
  const deliveries: Deliveries = {
    delivered: 0,
    asked: (revision) => {
      askedAt.set(revision, performance.now());
      askedAt.delete(revision - 1_000);
    },
    heard: ({ kind, id = '' }) => {
      if (kind !== 'flag_updated') return;
      const at = askedAt.get(Number(id.slice(id.lastIndexOf('-') + 1)));
      if (at === undefined) return;
      deliveries.delivered++;
      latencies.push(performance.now() - at);
    },
    takeLatencies: () => {
      const taken = Float64Array.from(latencies).toSorted();
      latencies = [];
      return taken;
    },
  };
  return deliveries;
}

/** Toggles one flag after the other, so often a second, one change at a time. @returns how many changes were made */
export async function keepToggling(
  flagsAdminUrl: string,
  fixture: BenchFixture,
  perSecond: number,
  end: number,
  deliveries: Deliveries,
): Promise<number> {
  let [changes, next] = [0, performance.now()];
  const flags = fixture.flagIds.length;
  const first = flags + 1;
  for (; performance.now() < end; next += 1_000 / perSecond) {
    await delay(Math.max(0, next - performance.now()));
    deliveries.asked(first + changes);
    await toggleFlag(flagsAdminUrl, fixture, changes % flags, Math.floor(changes / flags) % 2 === 0);
    changes++;
  }
  return changes;
}
