import type { EdgeAccess } from '@burgee/contracts/wire';
import { LRUCache } from 'lru-cache';
import type { EnvironmentAccess } from '../source/flag-source.js';

/** Each takes about a kilobyte. */
const ENVIRONMENTS_AT_MOST = 10_000;

/** Who could call for an environment when the source last said so, in memory alone. What is known to have changed is not kept. */
export class KnownAccess {
  private readonly known = new LRUCache<string, { access: EdgeAccess; asOf: number }>({ max: ENVIRONMENTS_AT_MOST });
  private readonly changedAt = new LRUCache<string, number>({ max: ENVIRONMENTS_AT_MOST });

  /** Takes what the source said, unless it changed after that, or said so later. */
  record({ access, asOf }: EnvironmentAccess): void {
    if (!access) return;
    const id = access.environment_id;
    if (asOf < Math.max(this.changedAt.get(id) ?? -Infinity, this.known.get(id)?.asOf ?? -Infinity)) return;
    this.known.set(id, { access, asOf });
  }

  of(environmentId: string): { access: EdgeAccess; asOf: number } | undefined {
    return this.known.get(environmentId);
  }

  /** Keys or origins of this environment changed, or somebody says so. */
  changed(environmentId: string): void {
    this.changedAt.set(environmentId, performance.now());
    this.known.delete(environmentId);
  }
}
