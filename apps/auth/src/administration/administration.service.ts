import { byAccount, DomainError, type InstanceAction } from '@burgee/contracts/wire';
import { notFound } from '@burgee/service-kit';
import { assertAdministrator, assertFreshProof, type CurrentUser } from '@burgee/session';
import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager } from 'typeorm';
import { type AuthConfig, CONFIG } from '../config.js';
import {
  assertAdministratorLeft,
  countAdministrators,
  type Installation,
  lockInstallation,
  makeAdministrator,
  readInstallation,
  type RegistrationMode,
  waitForChanges,
} from '../persistence/installation.js';
import { instanceMessage } from '../persistence/instance-message.js';
import { createLink, endLinks, type NewLink } from '../persistence/links.js';
import { queueMail, type SecurityChange } from '../persistence/mails.js';
import { removeAccount } from '../persistence/remove-account.js';
import { storeMessages } from '../persistence/store-messages.js';
import { revokeTokens } from '../persistence/tokens.js';
import { allowedRegistration, isMoreOpen } from '../registration/allowed-registration.js';
import { SessionRepository } from '../sessions/session.repository.js';

interface Registration {
  mode: RegistrationMode;
  setting: RegistrationMode;
  domains: string[];
}

/** What administrators do to accounts. Each act and its entry in the history of the instance are one transaction. */
@Injectable()
export class AdministrationService {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly sessions: SessionRepository,
    @Inject(CONFIG) private readonly config: Pick<AuthConfig, 'REGISTRATION'> &
      Partial<Pick<AuthConfig, 'REGISTRATION_DOMAINS' | 'SMTP_URL'>>,
  ) {}

  /** The account can sign in no longer, and its sessions have ended in every service when this returns. */
  async disable(actor: CurrentUser, userId: string): Promise<void> {
    assertFreshProof(actor);
    await this.actAndWait(actor, userId, 'account_disable', async (manager) => {
      const [, changed] = await manager.sql<[unknown[], number]>`
        update auth.users set disabled_at = now() where id = ${userId} and disabled_at is null`;
      await this.sessions.revokeOthers(userId, null, manager);
      await revokeTokens(manager, userId);
      await endLinks(manager, userId, 'reset', 'sign-in');
      return changed > 0;
    });
  }

  async enable(actor: CurrentUser, userId: string): Promise<void> {
    assertFreshProof(actor);
    await this.act(actor, userId, 'account_enable', async (manager) => {
      const [, changed] = await manager.sql<[unknown[], number]>`
        update auth.users set disabled_at = null where id = ${userId} and disabled_at is not null`;
      return changed > 0;
    });
  }

  async endSessions(actor: CurrentUser, userId: string): Promise<void> {
    await this.actAndWait(actor, userId, 'sessions_end', async (manager) => {
      await endLinks(manager, userId, 'sign-in');
      return this.sessions.revokeOthers(userId, null, manager);
    });
  }

  /** A link with which the person of the account sets a new password. */
  async createResetLink(actor: CurrentUser, userId: string): Promise<NewLink> {
    assertFreshProof(actor);
    const create = (manager: EntityManager) => createLink(manager, 'reset', userId);
    return this.act(actor, userId, 'link_create', create, { kind: 'reset' });
  }

  async grant(actor: CurrentUser, userId: string): Promise<void> {
    assertFreshProof(actor);
    await this.act(actor, userId, 'administrator_grant', (manager) => makeAdministrator(manager, userId), {
      by: 'page',
    });
  }

  /** @throws last_administrator */
  async withdraw(actor: CurrentUser, userId: string): Promise<void> {
    assertFreshProof(actor);
    await this.act(actor, userId, 'administrator_withdraw', async (manager) => {
      const [, changed] = await manager.sql<[unknown[], number]>`
        update auth.users set administrator_since = null where id = ${userId} and administrator_since is not null`;
      return changed > 0;
    });
  }

  /** Also of an account that is deleted already: the answer may have been lost, or 503. @throws last_administrator */
  async remove(actor: CurrentUser, userId: string): Promise<void> {
    assertFreshProof(actor);
    await this.actAndWait(actor, userId, 'account_delete', async (manager) => {
      const removed = await removeAccount(manager, userId);
      await this.sessions.revokeOthers(userId, null, manager);
      return removed;
    });
  }

  async registration(): Promise<Registration> {
    const setting = this.config.REGISTRATION;
    const { registration } = await readInstallation(this.database);
    return {
      mode: allowedRegistration(setting, registration),
      setting,
      domains: this.config.REGISTRATION_DOMAINS ?? [],
    };
  }

  /** @throws invalid_request when the setting is stricter */
  async setRegistration(actor: CurrentUser, mode: RegistrationMode): Promise<Registration> {
    const setting = this.config.REGISTRATION;
    if (isMoreOpen(mode, setting))
      throw new DomainError(
        'invalid_request',
        `REGISTRATION=${setting} of auth is stricter. The operator can change it.`,
        {
          errors: [{ pointer: '/mode', detail: `is more open than the setting, ${setting}` }],
        },
      );
    if (mode === 'domain' && !this.config.REGISTRATION_DOMAINS)
      throw new DomainError(
        'invalid_request',
        'REGISTRATION_DOMAINS of auth names no domain. The operator can set it.',
        {
          errors: [{ pointer: '/mode', detail: 'needs REGISTRATION_DOMAINS' }],
        },
      );
    assertFreshProof(actor);
    await this.database.transaction(async (manager) => {
      const { registration } = await this.lock(manager, actor);
      await manager.sql`update auth.installation set registration = ${mode}`;
      const before = allowedRegistration(setting, registration);
      if (before !== mode) await this.record(manager, actor, 'registration_change', { mode }, { mode: before });
    });
    return { mode, setting, domains: this.config.REGISTRATION_DOMAINS ?? [] };
  }

  /** The installation, locked, unless the actor no longer administers it. @throws route_not_found, unauthenticated */
  private async lock(manager: EntityManager, actor: CurrentUser): Promise<Installation> {
    const { id, token } = actor;
    const installation = await lockInstallation(manager);
    await this.sessions.hold(actor, manager);
    const isService = token?.kind === 'service';
    const isAdministrator = isService ? actor.isAdministrator : (await countAdministrators(manager, id)) > 0;
    assertAdministrator({ id, isAdministrator: isAdministrator === true });
    return installation;
  }

  /**
   * Holds the lock on who is administrator, so that the last one stays.
   * @param work false: it changed nothing, and nothing is entered
   * @throws not_found, last_administrator
   */
  private act<T>(
    actor: CurrentUser,
    userId: string,
    action: InstanceAction,
    work: (manager: EntityManager) => Promise<T>,
    about: Record<string, unknown> = {},
  ): Promise<T> {
    return this.database.transaction(async (manager) => {
      await this.lock(manager, actor);
      const [account] = await manager.sql<{ isRemoved: boolean }[]>`
        select removed_at is not null as "isRemoved" from auth.users where id = ${userId} for update`;
      if (!account || (account.isRemoved && action !== 'account_delete')) throw notFound();
      const before = await countAdministrators(manager);
      const done = await work(manager);
      await assertAdministratorLeft(manager, before);
      if (done === false) return done;
      await this.record(manager, actor, action, { user_id: userId, ...about });
      // A deletion sends no mail: Burgee forgets the address.
      const facts = { change: action as SecurityChange, by: actor.name };
      if (action !== 'account_delete') await queueMail(manager, this.config, { kind: 'security', userId, facts });
      return done;
    });
  }

  /** Also waits for what the account has begun. A repetition waits again. */
  private async actAndWait(...act: Parameters<typeof this.act>): Promise<void> {
    await this.act(...act);
    await waitForChanges(this.database, act[1]);
  }

  private async record(
    manager: EntityManager,
    actor: CurrentUser,
    action: InstanceAction,
    new_values: Record<string, unknown>,
    old_values: Record<string, unknown> | null = null,
  ): Promise<void> {
    const provenance = actor.provenance ?? byAccount(actor.id);
    await storeMessages(manager, [instanceMessage({ action, actor, old_values, new_values, provenance })]);
  }
}
