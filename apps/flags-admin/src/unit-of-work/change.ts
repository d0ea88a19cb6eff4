import type { Role, ServedFlag } from '@burgee/contracts/wire';
import {
  type AuditNote,
  auditMessage,
  flagDeleted,
  flagUpdated,
  type NewOutboxMessage,
  sdkKeyChanged,
} from '@burgee/outbox';
import type { ChangeNote, CurrentUser } from '@burgee/session';
import type { EntityManager } from 'typeorm';
import { v7 as uuidv7 } from 'uuid';
import { assertAllowed, type ChangeRules } from '../change-rules/change-rules.js';
import { flagBytes } from '../quotas/flag-set-size.js';

/** One change in the making: its transaction, and the outbox messages that will be stored with it. */
export class Change {
  readonly messages: NewOutboxMessage[] = [];
  /** By environment, how many bytes its flag set becomes longer. */
  readonly growth = new Map<string, number>();
  /** Environments whose rules it is held to. */
  readonly held = new Set<string>();
  /** Statements that the change does not wait for. The commit does. */
  readonly sent: Promise<unknown>[] = [];
  private groupId: string | undefined;
  private bypasses = false;
  private note: ChangeNote;
  private readonly approvals = new Map<string, number>();

  constructor(
    readonly manager: EntityManager,
    private readonly actor: CurrentUser,
    private readonly requestId: string | null,
    private readonly lockedRole: Role | undefined,
  ) {
    this.note = actor.note ?? {};
  }

  /** The actor's role in the project, which nobody changes before this change is committed. */
  get role(): Role {
    if (!this.lockedRole) throw new Error('The route of this change asks for no role.');
    return this.lockedRole;
  }

  /** Whether its caller says why it may go past what holds others up. */
  get wantsBypass(): boolean {
    return this.note.bypassReason !== undefined;
  }

  /** Why it is made, where its caller does not say. */
  explain(comment: string | null): void {
    if (this.note.comment === undefined && comment !== null) this.note = { ...this.note, comment };
  }

  /** So many others have approved exactly this change of the environment. */
  approve(environmentId: string, count: number): void {
    this.approvals.set(environmentId, count);
  }

  /** @throws environment_frozen, approval_required, comment_required, role_too_low */
  assertAllowed(environments: readonly ChangeRules[]): void {
    const { id } = this.actor;
    if (assertAllowed(environments, { id, role: this.lockedRole, note: this.note, approvals: this.approvals }))
      this.bypasses = true;
  }

  /** A new flag, off everywhere: no client decided anything by it before, so that no rule of an environment holds it up. */
  flagCreated(environmentId: string, flag: ServedFlag): void {
    this.messages.push(flagUpdated(environmentId, flag));
    this.grow(environmentId, flagBytes(flag));
  }

  /** The flag is served like this from the environment's next revision on. @param before undefined when it was not served */
  flagUpdated(environmentId: string, flag: ServedFlag, before: ServedFlag | undefined): void {
    this.held.add(environmentId);
    this.messages.push(flagUpdated(environmentId, flag));
    this.grow(environmentId, flagBytes(flag) - flagBytes(before));
  }

  /** @param before undefined when it was not served any more */
  flagDeleted(environmentId: string, { id, key }: { id: string; key: string }, before: ServedFlag | undefined): void {
    this.held.add(environmentId);
    this.messages.push(flagDeleted(environmentId, { id, key }));
    this.grow(environmentId, -flagBytes(before));
  }

  sdkKeyChanged(environmentId: string): void {
    this.messages.push(sdkKeyChanged(environmentId));
  }

  audit(note: AuditNote): void {
    this.messages.push(auditMessage(note, { ...this.actor, note: this.note }, this.requestId, this.groupId));
  }

  /** Its entries say so when it goes past a rule. Before they are stored, and after the rules were looked at. */
  nameBypass(): void {
    const reason = this.note.bypassReason;
    if (!this.bypasses || reason === undefined) return;
    for (const message of this.messages)
      if (message.kind === 'audit') message.payload = { ...message.payload, bypass_reason: reason };
  }

  /** The audit entries that follow belong together: they are one change of many flags. */
  beginGroup(): void {
    this.groupId = uuidv7();
  }

  /** A statement whose result the change does not need: it takes the same round trip as the messages. */
  send(statement: Promise<unknown>): void {
    this.sent.push(statement);
  }

  private grow(environmentId: string, bytes: number): void {
    this.growth.set(environmentId, (this.growth.get(environmentId) ?? 0) + bytes);
  }
}
