import {
  type ActingToken,
  may,
  type MemberRoles,
  type Role,
  type ServedFlag,
  standingIn,
} from '@burgee/contracts/wire';
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
import type { ValueChanged } from '../token-limits/decide-limits.js';

/** A change in progress: its transaction, and the outbox messages to store with it. */
export class Change {
  readonly messages: NewOutboxMessage[] = [];
  /** By environment, how many bytes its flag set grows. */
  readonly growth = new Map<string, number>();
  /** The environments whose rules the change must pass. */
  readonly held = new Set<string>();
  /** The environments that the actor must be allowed to change. */
  private readonly touched = new Set<string>();
  /** The values that it changes. */
  readonly values: ValueChanged[] = [];
  /** Statements that the change does not wait for. The commit waits for them. */
  readonly sent: Promise<unknown>[] = [];
  private groupId: string | undefined;
  private bypasses = false;
  private storesUnserved = false;
  /** Why an owner overrode the approvals of the plan that makes this change. */
  private planBypass: string | null = null;
  private note: ChangeNote;
  private readonly approvals = new Map<string, number>();

  constructor(
    readonly manager: EntityManager,
    private readonly actor: CurrentUser,
    private readonly requestId: string | null,
    /** The actor's roles in the project, locked until this change commits. Undefined for Burgee's own programs. */
    readonly roles: MemberRoles | undefined,
  ) {
    this.note = actor.note ?? {};
  }

  /** The actor's role in the project, locked until this change commits. */
  get role(): Role {
    if (!this.roles) throw new Error('The route of this change asks for no role.');
    return this.roles.role;
  }

  /** The token that makes the change, if one does. */
  get token(): ActingToken | undefined {
    return this.actor.token;
  }

  /**
   * Whether the rules are read before the messages are stored: to record a reason to override them, or because no
   * message raises a revision of the environment.
   */
  get readsRulesFirst(): boolean {
    return this.storesUnserved || this.note.bypassReason !== undefined;
  }

  /** Sets a comment if the request has none. */
  explain(comment: string | null): void {
    if (this.note.comment === undefined && comment !== null) this.note = { ...this.note, comment };
  }

  /** Records the number of other members who approved exactly this change of the environment. */
  approve(environmentId: string, count: number): void {
    this.approvals.set(environmentId, count);
  }

  /** A plan was approved for as long as it runs, whatever the environment requires now. */
  approvePlan(environmentId: string, bypassReason: string | null): void {
    this.approve(environmentId, Number.POSITIVE_INFINITY);
    this.planBypass = bypassReason;
  }

  /** @throws environment_frozen, approval_required, comment_required, role_too_low */
  assertAllowed(environments: readonly ChangeRules[]): void {
    const { id } = this.actor;
    if (assertAllowed(environments, { id, role: this.roles?.role, note: this.note, approvals: this.approvals }))
      this.bypasses = true;
  }

  /** The change is about this environment, even where its clients see no difference. */
  touch(environmentId: string): void {
    this.touched.add(environmentId);
  }

  /** The touched environments in which the actor's role is too low. */
  get refusedIn(): string[] {
    const { roles } = this;
    return roles ? [...this.touched].filter((id) => !may(standingIn(roles, id), 'change_value')) : [];
  }

  /** A new flag where no rule holds changes. Elsewhere its value is not served, and none of these is called for it. */
  flagCreated(environmentId: string, flag: ServedFlag): void {
    this.messages.push(flagUpdated(environmentId, flag));
    this.grow(environmentId, flagBytes(flag));
  }

  /**
   * The flag is served in this state from the environment's next revision. @param before undefined when it was not
   * served
   */
  flagUpdated(environmentId: string, flag: ServedFlag, before: ServedFlag | undefined): void {
    this.hold(environmentId);
    this.messages.push(flagUpdated(environmentId, flag));
    this.grow(environmentId, flagBytes(flag) - flagBytes(before));
  }

  /** @param before undefined when it was no longer served */
  flagDeleted(environmentId: string, { id, key }: { id: string; key: string }, before: ServedFlag | undefined): void {
    this.hold(environmentId);
    this.messages.push(flagDeleted(environmentId, { id, key }));
    this.grow(environmentId, -flagBytes(before));
  }

  /** The value of an archived flag changes. Unarchiving serves it later, so the rules cover it as if it was served. */
  unservedValueChanged(environmentId: string): void {
    this.hold(environmentId);
    this.storesUnserved = true;
  }

  sdkKeyChanged(environmentId: string): void {
    this.messages.push(sdkKeyChanged(environmentId));
  }

  audit(note: AuditNote): void {
    this.messages.push(auditMessage(note, { ...this.actor, note: this.note }, this.requestId, this.groupId));
  }

  /**
   * Adds the bypass reason to its entries if it overrides a rule. Called after checking the rules and before storing
   * the entries.
   */
  nameBypass(): void {
    const reason = (this.bypasses ? this.note.bypassReason : this.planBypass) ?? undefined;
    if (reason === undefined) return;
    for (const message of this.messages)
      if (message.kind === 'audit') message.payload = { ...message.payload, bypass_reason: reason };
  }

  /** Groups the following audit entries as one change of many flags. */
  beginGroup(): void {
    this.groupId = uuidv7();
  }

  /** Sends a statement whose result the change does not need, in the round trip of the messages. */
  send(statement: Promise<unknown>): void {
    // It may fail before anybody waits for it.
    statement.catch(() => undefined);
    this.sent.push(statement);
  }

  private hold(environmentId: string): void {
    this.touch(environmentId);
    this.held.add(environmentId);
  }

  private grow(environmentId: string, bytes: number): void {
    this.growth.set(environmentId, (this.growth.get(environmentId) ?? 0) + bytes);
  }
}
