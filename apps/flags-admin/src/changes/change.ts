import type { ServedFlag } from '@burgee/contracts';
import type { CurrentUser } from '@burgee/session';
import type { EntityManager } from 'typeorm';
import { type AuditNote, audited, type Fact, flagDeleted, flagUpdated, sdkKeyChanged } from './facts.js';

/** One change in the making: its transaction, and the facts that will be stored with it. */
export class Change {
  readonly facts: Fact[] = [];

  constructor(
    readonly manager: EntityManager,
    private readonly actor: CurrentUser,
    private readonly requestId: string | null,
  ) {}

  /** The flag is served like this from the environment's next revision on. */
  flagUpdated(environmentId: string, flag: ServedFlag): void {
    this.facts.push(flagUpdated(environmentId, flag));
  }

  flagDeleted(environmentId: string, flag: { id: string; key: string }): void {
    this.facts.push(flagDeleted(environmentId, flag));
  }

  sdkKeyChanged(environmentId: string): void {
    this.facts.push(sdkKeyChanged(environmentId));
  }

  audit(note: AuditNote): void {
    this.facts.push(audited(note, this.actor, this.requestId));
  }
}
