import { byAccount, DomainError, type InstanceAction } from '@burgee/contracts/wire';
import { violatedConstraint } from '@burgee/process-kit';
import { notFound } from '@burgee/service-kit';
import { assertFreshProof, assertSignedIn, type CurrentUser } from '@burgee/session';
import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager } from 'typeorm';
import { type AuthConfig, CONFIG } from '../config.js';
import { waitForChanges } from '../persistence/installation.js';
import { instanceMessage } from '../persistence/instance-message.js';
import { queueMail, type SecurityChange } from '../persistence/mails.js';
import { storeMessages } from '../persistence/store-messages.js';
import { type UserAccount, UserRepository } from '../persistence/user.repository.js';
import { SessionRepository } from '../sessions/session.repository.js';
import { type Identity, IdentityRepository } from '../providers/identity.repository.js';
import { SignInProblem } from './problems.js';
import { isSameIssuer } from '../provider-settings.js';
import type { Person } from '../providers/read-claims.js';

/** How an account signs in. */
interface SignInMethods {
  hasPassword: boolean;
  identities: readonly Identity[];
}

/** What people do with the providers of their own accounts. */
@Injectable()
export class LinkedIdentities {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly identities: IdentityRepository,
    private readonly users: UserRepository,
    private readonly sessions: SessionRepository,
    @Inject(CONFIG) private readonly config: Pick<AuthConfig, 'providers' | 'PASSWORD_SIGN_IN' | 'SMTP_URL'>,
  ) {}

  async methodsOf(userId: string): Promise<SignInMethods> {
    const [user, identities] = await Promise.all([this.users.findById(userId), this.identities.list(userId)]);
    return { hasPassword: Boolean(user?.passwordHash), identities };
  }

  /** The session has begun this with a fresh proof. @throws SignInProblem */
  async link(userId: string, sessionId: string, person: Person): Promise<void> {
    try {
      await this.database.transaction(async (manager) => {
        const user = await this.lock(manager, userId, sessionId);
        const linked = await this.identities.lock(manager, person);
        if (linked?.userId === userId) return;
        if (linked) throw new SignInProblem('identity_taken');
        await this.identities.insert(manager, userId, person);
        await this.record(manager, user, 'identity_link', { issuer: person.issuer, by: 'account' });
        await this.tell(manager, userId, 'provider_link');
      });
    } catch (error) {
      if (violatedConstraint(error) === 'identities_issuer_subject') throw new SignInProblem('identity_taken');
      throw error;
    }
  }

  /** Counts as a fresh proof, where the person at the provider is that of the account. @throws SignInProblem */
  async prove(userId: string, sessionId: string, person: Person): Promise<void> {
    const linked = await this.identities.lock(this.database.manager, person);
    if (linked?.userId !== userId) throw new SignInProblem('other_person');
    await this.sessions.prove(sessionId);
  }

  /** Its other sessions from there end, in every service. @throws not_found, fresh_proof_required, last_sign_in_method */
  async unlink(actor: CurrentUser, identityId: string): Promise<void> {
    assertFreshProof(actor);
    await this.database.transaction(async (manager) => {
      const user = await this.lock(manager, actor.id, actor.sessionId);
      const identities = await this.identities.list(actor.id, manager);
      const identity = identities.find(({ id }) => id === identityId);
      if (!identity) throw notFound();
      this.assertMethodLeft(
        user,
        identities.filter(({ id }) => id !== identityId),
      );
      await manager.sql`
        update auth.sessions set revoked_at = now()
        where identity_id = ${identityId} and id <> ${actor.sessionId} and revoked_at is null`;
      await this.identities.delete(manager, actor.id, identityId);
      await this.record(manager, user, 'identity_unlink', { issuer: identity.issuer }, actor);
      await this.tell(manager, actor.id, 'provider_unlink');
    });
    await waitForChanges(this.database, actor.id);
  }

  private assertMethodLeft({ passwordHash }: UserAccount, identities: readonly Identity[]): void {
    const { providers, PASSWORD_SIGN_IN } = this.config;
    const opens = ({ issuer }: Identity) => providers.some((one) => isSameIssuer(one.issuer, issuer));
    if ((passwordHash !== '' && PASSWORD_SIGN_IN === 'on') || identities.some(opens)) return;
    throw new DomainError(
      'last_sign_in_method',
      'You could not sign in any more. Link another provider first, or set a password by a reset link.',
    );
  }

  /** The account, locked, with a session that has not ended meanwhile. */
  private async lock(manager: EntityManager, userId: string, sessionId: string): Promise<UserAccount> {
    await manager.sql`select from auth.users where id = ${userId} for update`;
    const [live] = await manager.sql<unknown[]>`
      select from session_read.session_v1 where session_id = ${sessionId} and user_id = ${userId}`;
    const user = live ? await this.users.findById(userId, manager) : undefined;
    assertSignedIn(user ?? false);
    return user as UserAccount;
  }

  private tell(manager: EntityManager, userId: string, change: SecurityChange): Promise<void> {
    return queueMail(manager, this.config, { kind: 'security', userId, facts: { change, by: null } });
  }

  private async record(
    manager: EntityManager,
    actor: { id: string; name: string },
    action: InstanceAction,
    about: Record<string, unknown>,
    { provenance = byAccount(actor.id) }: Pick<CurrentUser, 'provenance'> = {},
  ): Promise<void> {
    const new_values = { user_id: actor.id, ...about };
    await storeMessages(manager, [instanceMessage({ action, actor, new_values, provenance })]);
  }
}
