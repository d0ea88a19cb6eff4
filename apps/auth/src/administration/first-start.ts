import { every, type Repetition, StatusPage } from '@burgee/process-kit';
import { LOGGER } from '@burgee/service-kit';
import { Inject, Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { Logger } from 'pino';
import { DataSource, type EntityManager } from 'typeorm';
import { type AuthConfig, CONFIG } from '../config.js';
import { countAdministrators, endSetupLink, lockInstallation } from '../persistence/installation.js';
import { createLink, type NewLink } from '../persistence/links.js';

const RETRY_MILLISECONDS = 10_000;

type Settings = Pick<AuthConfig, 'ADMINISTRATORS' | 'INSTANCE_OWNERS' | 'FIRST_ACCOUNT_ADMINISTERS' | 'PUBLIC_URL'>;

/**
 * At each start: stores who ADMINISTRATORS lists, so that every service knows it, and says so when nobody administers
 * the installation. At the first start of a new one it logs the setup link.
 */
@Injectable()
export class FirstStart implements OnApplicationBootstrap, OnApplicationShutdown {
  private attempts: Repetition | undefined;

  constructor(
    @InjectDataSource() private readonly database: DataSource,
    @Inject(CONFIG) private readonly config: Settings,
    @Inject(LOGGER) private readonly logger: Logger,
    statusPage: StatusPage,
  ) {
    statusPage.add('administrators', async () => ({ count: await countAdministrators(database) }));
  }

  onApplicationBootstrap(): void {
    if (this.config.INSTANCE_OWNERS?.length)
      this.logger.warn('INSTANCE_OWNERS goes away with the next release: make these accounts administrators instead');
    this.attempts = every(RETRY_MILLISECONDS, () => this.attempt());
    void this.attempt();
  }

  onApplicationShutdown(): void {
    this.attempts?.stop();
  }

  async run(): Promise<void> {
    const listed = this.config.ADMINISTRATORS ?? [];
    const { unknown, link, count } = await this.database.transaction(async (manager) => {
      const installation = await lockInstallation(manager);
      const unknown = await this.list(manager, listed);
      const count = await countAdministrators(manager);
      if (count > 0) await endSetupLink(manager);
      const { hadAccounts, setupLinkLoggedAt } = installation;
      const isNew = !hadAccounts && setupLinkLoggedAt === null && this.config.FIRST_ACCOUNT_ADMINISTERS === 'off';
      const link = isNew && count === 0 ? await this.setupLink(manager) : undefined;
      return { unknown, link, count: hadAccounts ? count : undefined };
    });
    if (unknown.length > 0)
      this.logger.warn({ ids: unknown }, 'ADMINISTRATORS lists ids of no account, which give nobody anything');
    if (link) this.logSetupLink(link);
    if (count === 0) this.logger.warn('no administrator: name one with burgee-operator make-administrator EMAIL');
  }

  /** @returns the ids of no account */
  private async list(manager: EntityManager, ids: readonly string[]): Promise<string[]> {
    await manager.sql`delete from auth.listed_administrators where user_id <> all(${ids}::uuid[])`;
    await manager.sql`
      insert into auth.listed_administrators (user_id) select unnest(${ids}::uuid[]) on conflict do nothing`;
    const rows = await manager.sql<{ id: string }[]>`
      select l.user_id as id from auth.listed_administrators l
      where not exists (select from auth.users u where u.id = l.user_id and u.removed_at is null)`;
    return rows.map(({ id }) => id);
  }

  /** Without an entry in the history, so that a new database stays empty for a restore. Who uses the link gets one. */
  private async setupLink(manager: EntityManager): Promise<NewLink> {
    const link = await createLink(manager, 'setup', null);
    await manager.sql`update auth.installation set setup_link_logged_at = now()`;
    return link;
  }

  /** The one secret that a log line has: who reads this log runs the installation. */
  private logSetupLink({ path, expiresAt }: NewLink): void {
    const { PUBLIC_URL = '' } = this.config;
    this.logger.info(
      { link: `${PUBLIC_URL}${path}`, expires_at: expiresAt },
      `setup link: open it to become administrator${PUBLIC_URL ? '' : ', with the address of the dashboard before it'}`,
    );
  }

  private async attempt(): Promise<void> {
    try {
      await this.run();
      this.attempts?.stop();
    } catch (error) {
      this.logger.warn(
        { err: error },
        `storing the administrators failed, retrying in ${RETRY_MILLISECONDS / 1_000} s`,
      );
    }
  }
}
