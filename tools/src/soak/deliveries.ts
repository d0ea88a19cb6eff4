import { setTimeout as delay } from 'node:timers/promises';
import type { DashboardClient, Scene } from '../bench/dashboard-client.js';

/** When each change was asked for and how long it took to reach each client. Times are by this process's clock alone. */
export interface Deliveries {
  /** A change of this revision is about to be asked for. */
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
  client: DashboardClient,
  { flagIds, environmentId }: Scene,
  perSecond: number,
  end: number,
  deliveries: Deliveries,
): Promise<number> {
  let [changes, next] = [0, performance.now()];
  const first = flagIds.length + 1;
  for (; performance.now() < end; next += 1_000 / perSecond) {
    await delay(Math.max(0, next - performance.now()));
    const flagId = flagIds[changes % flagIds.length];
    const isEnabled = Math.floor(changes / flagIds.length) % 2 === 0;
    deliveries.asked(first + changes);
    await client.call('PATCH', `/api/flags/${flagId}/environments/${environmentId}/toggle`, { is_enabled: isEnabled });
    changes++;
  }
  return changes;
}
