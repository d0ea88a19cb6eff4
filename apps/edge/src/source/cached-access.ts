import type { EdgeAccess } from '@burgee/contracts/wire';
import type { CachedEnvironments } from '../cached/cached-environments.js';
import { toSteady } from './steady.js';

/** The last access list from the upstream, for the time while it is down. */
export class CachedAccess {
  constructor(private readonly cached: CachedEnvironments) {}

  /** All observations are already in the cache. */
  record(): void {
    return undefined;
  }

  of(environmentId: string): { access: EdgeAccess; asOf: number } | undefined {
    const cached = this.cached.get(environmentId);
    const access = this.cached.accessTo(environmentId);
    return cached && access && { access, asOf: toSteady(cached.heardAt) };
  }
}
