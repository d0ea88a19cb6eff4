import type { RegisterRequest } from '@burgee/contracts/http';
import { byAccount, DomainError } from '@burgee/contracts/wire';
import { violatedConstraint } from '@burgee/process-kit';
import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager } from 'typeorm';
import { v7 as uuidv7 } from 'uuid';
import { type AuthConfig, CONFIG } from '../config.js';
import { assertLinkOpen, useLink } from '../persistence/links.js';
import { queueMail } from '../persistence/mails.js';
import { assertAcceptable } from '../passwords/assert-acceptable.js';
import { PasswordHasher } from '../passwords/password-hasher.js';
import {
  isFirstAdministrator,
  lockInstallation,
  makeAdministrator,
  readInstallation,
} from '../persistence/installation.js';
import { instanceMessage } from '../persistence/instance-message.js';
import { storeMessages } from '../persistence/store-messages.js';
import { emailTaken, type NewAccount, UserRepository } from '../persistence/user.repository.js';
import { assertPasswordSignIn } from '../passwords/password-sign-in.js';
import { allowedRegistration, isOfDomain } from './allowed-registration.js';
import { InvitationQuery } from './invitation.query.js';

export interface RegisteredUser {
  id: string;
  name: string;
  email: string;
  passwordVersion: number;
}

/** What lets an account register, beyond the setting. */
interface RegistrationBasis {
  invitationHash?: string;
  isByDomain?: boolean;
}

@Injectable()
export class RegistrationService {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly users: UserRepository,
    private readonly hasher: PasswordHasher,
    private readonly invitations: InvitationQuery,
    @Inject(CONFIG) private readonly config: AuthConfig,
  ) {}

  /** @param address the address of the client @param isLocal whether the person is at this machine */
  async register(
    { name, email, password, confirmPassword, invitation, setup }: RegisterRequest,
    address: string,
    isLocal = false,
  ): Promise<RegisteredUser> {
    assertPasswordSignIn(this.config);
    if (setup !== undefined) await assertLinkOpen(this.database, 'setup', setup);
    const admitted = setup === undefined ? await this.admit(email, invitation) : {};
    if (password !== confirmPassword)
      throw new DomainError(
        'passwords_differ',
        'password and confirmPassword do not match. Enter the same password twice.',
        {
          errors: [{ pointer: '/confirmPassword', detail: 'does not match password' }],
        },
      );
    assertAcceptable(password, this.config.PASSWORD_POLICY, '/password');
    if (await this.users.findByEmail(email)) throw emailTaken(TAKEN);
    const passwordHash = await this.hasher.hash(password, { queue: 'registration', address });
    const user = { id: uuidv7(), name, email, passwordHash };
    try {
      await this.database.transaction((manager) => this.insert(manager, user, { ...admitted, setup, isLocal }));
    } catch (error) {
      if (violatedConstraint(error) === 'users_invitation_hash') throw invitationUsed();
      if (violatedConstraint(error) === 'users_email_key') throw emailTaken(TAKEN);
      throw error;
    }
    return { ...user, passwordVersion: 1 };
  }

  /** @returns the hash of an open invitation that no account has registered with */
  async findUnusedInvitation(manager: EntityManager, token: string): Promise<string | undefined> {
    const invitation = await this.invitations.find(token, manager);
    return invitation?.isUsed === false ? invitation.hash : undefined;
  }

  /** An account that signs in by a provider. It never becomes administrator by being first. */
  async insertWithoutPassword(
    manager: EntityManager,
    user: Omit<NewAccount, 'passwordHash'>,
    invitationHash: string | undefined,
  ): Promise<void> {
    const without = { ...user, passwordHash: '' };
    const basis = invitationHash !== undefined && { invitationHash };
    await this.insert(manager, without, { ...basis, setup: undefined, isLocal: false });
  }

  /** Stores the account. Where it becomes administrator, both are stored or neither is. */
  private async insert(
    manager: EntityManager,
    user: NewAccount,
    {
      invitationHash,
      isByDomain = false,
      setup,
      isLocal,
    }: RegistrationBasis & {
      setup: string | undefined;
      isLocal: boolean;
    },
  ): Promise<void> {
    const isFirst = (await readInstallation(manager)).hadAccounts ? false : await this.lockFirst(manager, isLocal);
    if (setup !== undefined) await useLink(manager, 'setup', setup);
    const mustVerify = isByDomain && !isFirst && this.config.SMTP_URL !== undefined;
    await this.users.insert(user, invitationHash ?? null, manager, mustVerify);
    await queueMail(manager, this.config, { kind: 'verify', userId: user.id, facts: {} });
    if (!isFirst && setup === undefined) return;
    await makeAdministrator(manager, user.id);
    const new_values = { user_id: user.id, by: setup === undefined ? 'first_account' : 'setup_link' };
    const provenance = { ...byAccount(user.id), via: setup === undefined ? 'page' : 'link' };
    await storeMessages(manager, [
      instanceMessage({ action: 'administrator_grant', actor: user, new_values, provenance }),
    ]);
  }

  /** The first registration decides, and others wait for it. @returns whether the account becomes administrator */
  private async lockFirst(manager: EntityManager, isLocal: boolean): Promise<boolean> {
    const installation = await lockInstallation(manager);
    const [row] = await manager.sql<[{ has: boolean }]>`select exists (select from auth.users) as has`;
    await manager.sql`update auth.installation set had_accounts = true`;
    const setting = this.config.FIRST_ACCOUNT_ADMINISTERS;
    return isFirstAdministrator(installation, { hasAccounts: row.has, setting, isLocal });
  }

  /**
   * Registration leaves the invitation open: the new user accepts it in the next step. Until then, the stored hash keeps
   * the link from registering another account.
   * @throws registration_closed
   */
  private async admit(email: string, token: string | undefined): Promise<RegistrationBasis> {
    const { registration } = await readInstallation(this.database);
    const mode = allowedRegistration(this.config.REGISTRATION, registration);
    if (mode === 'open') return {};
    if (mode === 'closed') throw registrationClosed('Registration is closed. Ask an administrator for an account.');
    const invitation = token === undefined ? undefined : await this.invitations.find(token);
    const isByDomain = mode === 'domain' && isOfDomain(email, this.config.REGISTRATION_DOMAINS ?? []);
    if (!invitation && isByDomain) return { isByDomain };
    if (!invitation) throw registrationClosed(NEEDED[mode]);
    if (invitation.isUsed) throw invitationUsed();
    return { invitationHash: invitation.hash };
  }
}

const TAKEN = 'This email is already registered. Sign in instead.';

const NEEDED = {
  domain:
    'Addresses of this domain cannot register. Use the one of your organization, or ask a project admin for a link.',
  invite: 'Registration requires an open invitation. Ask a project admin for a new link.',
};

function registrationClosed(detail: string): DomainError {
  return new DomainError('registration_closed', detail);
}

function invitationUsed(): DomainError {
  return registrationClosed(
    'An account has already registered with this link. Sign in to it, or ask a project admin for a new link.',
  );
}
