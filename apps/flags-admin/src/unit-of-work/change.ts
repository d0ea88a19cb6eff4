import type { Role, ServedFlag } from '@burgee/contracts/wire';
import {
  type AuditNote,
  auditMessage,
  flagDeleted,
  flagUpdated,
  type NewOutboxMessage,
  sdkKeyChanged,
} from '@burgee/outbox';
import type { CurrentUser } from '@burgee/session';
import type { EntityManager } from 'typeorm';
import { v7 as uuidv7 } from 'uuid';
import { flagBytes } from '../quotas/flag-set-size.js';

/** One change in the making: its transaction, and the outbox messages that will be stored with it. */
export class Change {
  readonly messages: NewOutboxMessage[] = [];
  /** By environment, how many bytes its flag set becomes longer. */
  readonly growth = new Map<string, number>();
  /** Statements that the change does not wait for. The commit does. */
  readonly sent: Promise<unknown>[] = [];
  /** That it writes or deletes beside its messages. */
  rows = 0;
  private groupId: string | undefined;

  constructor(
    readonly manager: EntityManager,
    private readonly actor: CurrentUser,
    private readonly requestId: string | null,
    private readonly lockedRole: Role | undefined,
  ) {}

  /** The actor's role in the project, which nobody changes before this change is committed. */
  get role(): Role {
    if (!this.lockedRole) throw new Error('The route of this change asks for no role.');
    return this.lockedRole;
  }

  /** The flag is served like this from the environment's next revision on. @param before undefined when it is new */
  flagUpdated(environmentId: string, flag: ServedFlag, before: ServedFlag | undefined): void {
    this.messages.push(flagUpdated(environmentId, flag));
    this.grow(environmentId, flagBytes(flag) - flagBytes(before));
  }

  /** @param before undefined when it was not served any more */
  flagDeleted(environmentId: string, { id, key }: { id: string; key: string }, before: ServedFlag | undefined): void {
    this.messages.push(flagDeleted(environmentId, { id, key }));
    this.grow(environmentId, -flagBytes(before));
  }

  sdkKeyChanged(environmentId: string): void {
    this.messages.push(sdkKeyChanged(environmentId));
  }

  audit(note: AuditNote): void {
    this.messages.push(auditMessage(note, this.actor, this.requestId, this.groupId));
  }

  /** The audit entries that follow belong together: they are one change of many flags. */
  beginGroup(): void {
    this.groupId = uuidv7();
  }

  /** A statement whose result the change does not need: it takes the same round trip as the messages. */
  send(statement: Promise<unknown>): void {
    this.sent.push(statement);
  }

  /** What the change costs is not in its messages where one row stands for many. */
  wroteRows(count: number): void {
    this.rows += count;
  }

  private grow(environmentId: string, bytes: number): void {
    this.growth.set(environmentId, (this.growth.get(environmentId) ?? 0) + bytes);
  }
}
