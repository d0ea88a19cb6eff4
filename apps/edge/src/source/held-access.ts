import type { EdgeAccess } from '@burgee/contracts/wire';
import type { HeldEnvironments } from '../held/held-environments.js';
import { toSteady } from './steady.js';

/** Who may call, as the upstream said it last, while it is silent. */
export class HeldAccess {
  constructor(private readonly held: HeldEnvironments) {}

  /** Everything that could be recorded is held already. */
  record(): void {
    return undefined;
  }

  of(environmentId: string): { access: EdgeAccess; asOf: number } | undefined {
    const held = this.held.get(environmentId);
    const access = this.held.accessTo(environmentId);
    return held && access && { access, asOf: toSteady(held.heardAt) };
  }
}
