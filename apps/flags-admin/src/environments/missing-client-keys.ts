import { every, type Repetition } from '@burgee/process-kit';
import { LOGGER } from '@burgee/service-kit';
import { Inject, Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { Logger } from 'pino';
import { DataSource } from 'typeorm';
import { v7 as uuidv7 } from 'uuid';
import { SdkKeyVault } from './sdk-key-vault.js';

const EVERY_MILLISECONDS = 60_000;
const READ_AT_ONCE = 100;

/**
 * Makes the client keys of environments that have none: those from before there were client keys, and those that a replica of
 * that release still makes during an update. A migration cannot make them, since the secret that encrypts keys is not in the
 * database. Several replicas may do this at the same time.
 */
@Injectable()
export class MissingClientKeys implements OnApplicationBootstrap, OnApplicationShutdown {
  private job: Repetition | undefined;
  private stopped = false;

  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly vault: SdkKeyVault,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  onApplicationBootstrap(): void {
    void this.run();
    this.job = every(EVERY_MILLISECONDS, () => this.run());
  }

  onApplicationShutdown(): void {
    this.stopped = true;
    this.job?.stop();
  }

  /** Makes all that are missing, or stops before the next one. */
  async run(): Promise<void> {
    try {
      for (let missing = await this.missing(); missing.length > 0; missing = await this.missing())
        for (const environmentId of missing) {
          if (this.stopped) return;
          await this.make(environmentId);
        }
    } catch (error) {
      if (this.stopped) return;
      const seconds = EVERY_MILLISECONDS / 1_000;
      this.logger.warn({ err: error }, `making missing client keys failed, retrying in ${seconds} s`);
    }
  }

  private async missing(): Promise<string[]> {
    const rows = await this.database.sql<{ id: string }[]>`
      select e.id from flags.environments e
      where not exists (select from flags.client_keys k where k.environment_id = e.id and k.expires_at is null)
      limit ${READ_AT_ONCE}`;
    return rows.map(({ id }) => id);
  }

  /** Waits for a rotation, which locks the environment. One that has a key by then, or was deleted, is left as it is. */
  private async make(environmentId: string): Promise<void> {
    const { hash, ciphertext } = this.vault.mint(environmentId, 'client');
    await this.database.sql`
      insert into flags.client_keys (id, environment_id, hash, ciphertext)
      select ${uuidv7()}::uuid, id, ${hash}, ${ciphertext} from flags.environments where id = ${environmentId} for no key update
      on conflict do nothing`;
  }
}
