import { byAccount } from '@burgee/contracts/wire';
import { violatedConstraint } from '@burgee/process-kit';
import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager } from 'typeorm';
import { v7 as uuidv7 } from 'uuid';
import { type AuthConfig, CONFIG } from '../config.js';
import { readInstallation } from '../persistence/installation.js';
import { instanceMessage } from '../persistence/instance-message.js';
import { endLinks } from '../persistence/links.js';
import { endVerification, queueMail } from '../persistence/mails.js';
import { revokeTokens } from '../persistence/tokens.js';
import { storeMessages } from '../persistence/store-messages.js';
import { type UserAccount, UserRepository } from '../persistence/user.repository.js';
import type { Provider } from '../provider-settings.js';
import { IdentityRepository } from '../providers/identity.repository.js';
import type { Person } from '../providers/read-claims.js';
import { allowedRegistration } from '../registration/allowed-registration.js';
import { RegistrationService } from '../registration/registration.service.js';
import { SessionRepository } from '../sessions/session.repository.js';
import { decideSignIn, isProven } from './decide-sign-in.js';
import { SignInProblem } from './problems.js';

type LinkedBy = 'first_sign_in' | 'trusted_address';

export interface FoundAccount {
  userId: string;
  identityId: string;
  /** Whether the person has signed in to it before. */
  isKnown: boolean;
  /** Whether an account that had the address before became this person's. */
  tookOver: boolean;
}

const RACES: ReadonlySet<string | undefined> = new Set([
  'identities_issuer_subject',
  'users_email_key',
  'users_invitation_hash',
]);

/** Finds, makes or takes over the account of a person at a provider. */
@Injectable()
export class AccountsOfPersons {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly identities: IdentityRepository,
    private readonly users: UserRepository,
    private readonly registration: RegistrationService,
    private readonly sessions: SessionRepository,
    @Inject(CONFIG) private readonly config: Pick<AuthConfig, 'REGISTRATION' | 'SMTP_URL'>,
  ) {}

  /** Stores what the provider said of the person, too. @throws SignInProblem */
  async find(provider: Provider, person: Person, invitation?: string): Promise<FoundAccount> {
    return this.attempt(provider, person, invitation).catch((error: unknown) => {
      // Another sign-in of the same person, or by the same invitation, was first: this one finds what it made.
      if (RACES.has(violatedConstraint(error))) return this.attempt(provider, person, invitation);
      throw error;
    });
  }

  private attempt(provider: Provider, person: Person, invitation: string | undefined): Promise<FoundAccount> {
    return this.database.transaction(async (manager) => {
      const entered = await this.decide(manager, provider, person, invitation);
      await this.identities.noteSignIn(manager, entered.identityId, person);
      return entered;
    });
  }

  private async decide(
    manager: EntityManager,
    provider: Provider,
    person: Person,
    token: string | undefined,
  ): Promise<FoundAccount> {
    const known = await this.identities.lock(manager, person);
    const sameAddress = known || person.email === undefined ? undefined : await this.lockByEmail(manager, person.email);
    // Another sign-in of this person may have made that account since, and linked it in the same transaction.
    const linked = known ?? (sameAddress && (await this.identities.lock(manager, person)));
    const { registration } = await readInstallation(manager);
    const invitation = token && (await this.registration.findUnusedInvitation(manager, token));
    const decision = decideSignIn(person, provider, {
      linked,
      sameAddress,
      registration: allowedRegistration(this.config.REGISTRATION, registration),
      isInvited: Boolean(invitation),
    });
    if (decision.act === 'refuse') throw new SignInProblem(decision.reason);
    if (decision.act === 'sign-in')
      return { userId: decision.userId, identityId: linked?.identityId ?? '', isKnown: true, tookOver: false };
    const tookOver = decision.act === 'take-over';
    const userId =
      decision.act === 'make'
        ? await this.make(manager, provider, person, decision.isByInvitation ? invitation : undefined)
        : decision.userId;
    if (tookOver) await this.takeOver(manager, userId);
    const identityId = await this.identities.insert(manager, userId, person);
    await this.record(manager, { id: userId, name: sameAddress?.name ?? person.name }, person, {
      by: tookOver ? 'trusted_address' : 'first_sign_in',
    });
    return { userId, identityId, isKnown: false, tookOver };
  }

  private async make(
    manager: EntityManager,
    provider: Provider,
    person: Person,
    invitationHash: string | undefined,
  ): Promise<string> {
    const [id, { name, email = '' }] = [uuidv7(), person];
    await this.registration.insertWithoutPassword(manager, { id, name, email }, invitationHash);
    if (isProven(person, provider)) await this.users.verifyEmail(manager, id, email);
    return id;
  }

  /**
   * Ends all that was set before the address was proven: someone else may have registered it, and know the password, have a
   * session or a token, or have linked an account of their own.
   */
  private async takeOver(manager: EntityManager, userId: string): Promise<void> {
    await manager.sql`
      update auth.users
      set password_hash = '', password_version = password_version + 1, email_verified_at = now(), must_verify_email = false
      where id = ${userId}`;
    await endLinks(manager, userId, 'reset', 'sign-in');
    // A link that was mailed to another address would make that one the account's.
    await endVerification(manager, userId);
    await this.sessions.revokeOthers(userId, null, manager);
    await revokeTokens(manager, userId);
    await this.identities.deleteAll(manager, userId);
    await queueMail(manager, this.config, { kind: 'security', userId, facts: { change: 'take_over', by: null } });
  }

  private async lockByEmail(
    manager: EntityManager,
    email: string,
  ): Promise<(Pick<UserAccount, 'name' | 'isDisabled'> & { userId: string }) | undefined> {
    const found = await this.users.findByEmail(email, manager);
    if (!found) return undefined;
    await manager.sql`select from auth.users where id = ${found.id} for update`;
    // A second statement, because it sees what was committed while the first waited.
    const user = await this.users.findByEmail(email, manager);
    return user && { userId: user.id, name: user.name, isDisabled: user.isDisabled };
  }

  private async record(
    manager: EntityManager,
    actor: { id: string; name: string },
    { issuer }: Person,
    { by }: { by: LinkedBy },
  ): Promise<void> {
    const new_values = { user_id: actor.id, issuer, by, ...(by === 'trusted_address' && { password: 'removed' }) };
    const provenance = { ...byAccount(actor.id), via: 'sign-in' };
    await storeMessages(manager, [instanceMessage({ action: 'identity_link', actor, new_values, provenance })]);
  }
}
