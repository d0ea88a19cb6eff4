import type { CreateTokenRequest, NewTokenView } from '@burgee/contracts/http';
import {
  type AuditAction,
  DomainError,
  INSTANCE_CHAIN,
  MEMBERS_LOCK_SEED,
  TOKEN_DAYS,
  type TokenScope,
  TOKENS_AT_MOST,
} from '@burgee/contracts/wire';
import { auditMessage } from '@burgee/outbox';
import { currentRequestId } from '@burgee/process-kit';
import { notFound } from '@burgee/service-kit';
import {
  assertAdministrator,
  assertAdmitted,
  assertFreshProof,
  assertSignedIn,
  type CurrentUser,
} from '@burgee/session';
import { mintApiToken } from '@burgee/session';
import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager } from 'typeorm';
import { v7 as uuidv7 } from 'uuid';
import { type AuthConfig, CONFIG } from '../config.js';
import { countAdministrators, lockInstallation, waitForChanges } from '../persistence/installation.js';
import { storeMessages } from '../persistence/store-messages.js';
import { assertLimits, assertScope, toLimits } from './token-scope-faults.js';
import { type TokenOwner, TokenRepository } from './token.repository.js';

const OF_WHOM = (owner: TokenOwner) => (owner.userId ? 'You have' : owner.projectId ? 'The project has' : 'There are');

/** Makes and revokes tokens. Each act and its entry are one transaction. Only sessions come here. */
@Injectable()
export class TokensService {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly tokens: TokenRepository,
    @Inject(CONFIG) private readonly config: Pick<AuthConfig, 'SESSION_PRIVATE_KEY'>,
  ) {}

  /** @throws fresh_proof_required, invalid_request, quota_exceeded, and what the guard throws */
  async create(actor: CurrentUser, owner: TokenOwner, request: CreateTokenRequest): Promise<NewTokenView> {
    assertFreshProof(actor);
    const { name, verbs, environments = null, expires_in_days: days = TOKEN_DAYS } = request;
    const limits = toLimits(request.limits);
    const scope: TokenScope = { verbs, environments, projects: request.projects ?? null };
    const id = uuidv7();
    const { token, secretHash } = mintApiToken(id, this.config.SESSION_PRIVATE_KEY);
    return this.database.transaction(async (manager) => {
      await this.lock(manager, actor, owner);
      if (owner.userId && verbs.includes('administer') && !actor.isAdministrator)
        throw new DomainError('invalid_request', 'Only administrators have what administer opens.', {
          errors: [{ pointer: '/verbs', detail: 'has administer, and you are no administrator' }],
        });
      const within = owner.projectId ? { ...scope, projects: [owner.projectId] } : scope;
      await assertScope(manager, within, owner);
      assertLimits(limits, verbs);
      if ((await this.tokens.countLive(owner, manager)) >= TOKENS_AT_MOST)
        throw new DomainError(
          'quota_exceeded',
          `${OF_WHOM(owner)} ${TOKENS_AT_MOST} live tokens. End one that is not used.`,
        );
      await this.tokens.insert(owner, { ...scope, limits, id, secretHash, name, days, createdBy: actor.id }, manager);
      const view = await this.tokens.one(id, manager);
      if (!view) throw notFound();
      const { kind, projects, expires_at } = view;
      const values = { token_id: id, name, kind, verbs, projects, environments: view.environments, limits, expires_at };
      await this.record(manager, actor, owner, 'token_create', values);
      return { ...view, token };
    });
  }

  /**
   * No service accepts the token any more, and none of its changes is in progress, when this returns. A repetition waits
   * again. @param of any: an administrator revokes tokens of all kinds @throws not_found
   */
  async revoke(actor: CurrentUser, of: TokenOwner | 'any', id: string): Promise<void> {
    const revoked = await this.database.transaction(async (manager) => {
      await this.lock(manager, actor, of === 'any' ? {} : of);
      const token = await this.tokens.revoke(id, of, manager);
      if (!token) throw notFound();
      const { name, userId, projectId } = token;
      const owner = { ...(userId && { userId }), ...(projectId && { projectId }) };
      if (!token.isEnded) await this.record(manager, actor, owner, 'token_revoke', { token_id: id, name });
      return token;
    });
    await waitForChanges(this.database, revoked.userId ?? id);
  }

  /** Reads again, under locks, what the guard has read: the session, and the right to do this. */
  async lock(manager: EntityManager, actor: CurrentUser, { userId, projectId }: TokenOwner): Promise<void> {
    if (!userId && !projectId) await lockInstallation(manager);
    // As flags-admin's changes do, which wait for changes of roles like this.
    if (projectId)
      await manager.sql`select pg_advisory_xact_lock_shared(hashtextextended(${projectId}::text, ${MEMBERS_LOCK_SEED}))`;
    await manager.sql`select from auth.users where id = ${actor.id} for no key update`;
    const [live] = await manager.sql<unknown[]>`
      select from session_read.session_v1 where session_id = ${actor.sessionId} and user_id = ${actor.id}`;
    assertSignedIn(live ?? false);
    if (projectId) {
      const [member] = await manager.sql<{ role: 'owner' }[]>`
        select role from access_read.member_v1 where project_id = ${projectId} and user_id = ${actor.id}`;
      assertAdmitted(member, { neededRole: 'owner' });
    } else if (!userId)
      assertAdministrator({ id: actor.id, isAdministrator: (await countAdministrators(manager, actor.id)) > 0 });
  }

  private async record(
    manager: EntityManager,
    actor: CurrentUser,
    { projectId = INSTANCE_CHAIN }: TokenOwner,
    action: Extract<AuditAction, 'token_create' | 'token_revoke'>,
    values: Record<string, unknown>,
  ): Promise<void> {
    const isNew = action === 'token_create';
    const note = {
      action,
      project_id: projectId,
      old_values: isNew ? null : values,
      new_values: isNew ? values : null,
    };
    await storeMessages(manager, [auditMessage(note, actor, currentRequestId())]);
  }
}
