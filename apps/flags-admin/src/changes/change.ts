import type { ServedFlag } from '@burgee/contracts';
import { unavailable } from '@burgee/service-kit';
import type { CurrentUser } from '@burgee/session';
import type { EntityManager } from 'typeorm';
import { type AuditNote, audited, type Fact, flagDeleted, flagUpdated, type Revised, sdkKeyChanged } from './facts.js';

/** One change in the making: its transaction, and the facts that will be stored with it. */
export class Change {
  readonly facts: Fact[] = [];

  constructor(
    readonly manager: EntityManager,
    private readonly actor: CurrentUser,
    private readonly requestId: string | null,
  ) {}

  /** The flag is served like this from the environment's next revision on. */
  async flagUpdated(environmentId: string, flag: ServedFlag): Promise<void> {
    this.facts.push(flagUpdated(await this.nextRevision(environmentId), flag));
  }

  async flagDeleted(environmentId: string, flag: { id: string; key: string }): Promise<void> {
    this.facts.push(flagDeleted(await this.nextRevision(environmentId), flag));
  }

  sdkKeyChanged(environmentId: string): void {
    this.facts.push(sdkKeyChanged(environmentId));
  }

  audit(note: AuditNote): void {
    this.facts.push(audited(note, this.actor, this.requestId));
  }

  /** The row lock taken here is what makes revisions gapless and in commit order. Call in the order of environment ids. */
  private async nextRevision(environmentId: string): Promise<Revised> {
    const [rows] = await this.manager.sql<[Revised[], number]>`
      update flags.environments set revision = revision + 1
      where id = ${environmentId}
      returning id as environment_id, revision, (select epoch from flags.installation) as epoch`;
    // Deleted between our look and our lock: nothing is changed, and the next try sees it gone.
    if (!rows[0]) throw unavailable();
    return rows[0];
  }
}
