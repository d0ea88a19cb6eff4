import type { EdgeAccess } from '@burgee/contracts/wire';
import type { CachedEnvironments } from '../cached/cached-environments.js';
import { toSteady } from './steady.js';

/** Who may call, as the upstream said it last, while it is silent. */
export class CachedAccess {
  constructor(private readonly cached: CachedEnvironments) {}

  /** Everything that could be recorded is cached already. */
  record(): void {
    return undefined;
  }

  of(environmentId: string): { access: EdgeAccess; asOf: number } | undefined {
    const cached = this.cached.get(environmentId);
    const access = this.cached.accessTo(environmentId);
    return cached && access && { access, asOf: toSteady(cached.heardAt) };
  }
}
