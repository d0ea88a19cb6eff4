import type { EdgeAccess } from '@burgee/contracts/wire';
import { LRUCache } from 'lru-cache';
import type { EnvironmentAccess } from '../source/flag-source.js';

/** Each entry takes about a kilobyte. */
const ENVIRONMENTS_AT_MOST = 10_000;

/** The access lists that the source returned last, in memory only. A known change drops the entry. */
export class KnownAccess {
  private readonly known = new LRUCache<string, { access: EdgeAccess; asOf: number }>({ max: ENVIRONMENTS_AT_MOST });
  private readonly changedAt = new LRUCache<string, number>({ max: ENVIRONMENTS_AT_MOST });

  /** Stores an answer of the source, unless a change or a later answer came after it. */
  record({ access, asOf }: EnvironmentAccess): void {
    if (!access) return;
    const id = access.environment_id;
    if (asOf < Math.max(this.changedAt.get(id) ?? -Infinity, this.known.get(id)?.asOf ?? -Infinity)) return;
    this.known.set(id, { access, asOf });
  }

  of(environmentId: string): { access: EdgeAccess; asOf: number } | undefined {
    return this.known.get(environmentId);
  }

  /** A notification said that keys or origins of this environment changed. */
  changed(environmentId: string): void {
    this.changedAt.set(environmentId, performance.now());
    this.known.delete(environmentId);
  }
}
