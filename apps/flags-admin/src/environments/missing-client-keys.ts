import { LOGGER } from '@burgee/service-kit';
import { RepeatedJob } from '@burgee/service-kit/database';
import { Inject, Injectable } from '@nestjs/common';
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
 * database.
 */
@Injectable()
export class MissingClientKeys extends RepeatedJob {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly vault: SdkKeyVault,
    @Inject(LOGGER) logger: Logger,
  ) {
    super('making missing client keys', EVERY_MILLISECONDS, logger);
  }

  /** Makes all that are missing, or stops before the next one. */
  protected async work(): Promise<void> {
    for (let missing = await this.missing(); missing.length > 0; missing = await this.missing())
      for (const environmentId of missing) {
        if (this.stopped) return;
        await this.make(environmentId);
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
