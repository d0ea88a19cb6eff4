import { LOGGER } from '@burgee/service-kit';
import { RepeatedJob } from '@burgee/service-kit/database';
import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { Logger } from 'pino';
import { DataSource } from 'typeorm';
import { v7 as uuidv7 } from 'uuid';
import { START } from '../unit-of-work/start.js';
import { SdkKeyVault } from './sdk-key-vault.js';

const EVERY_MILLISECONDS = 60_000;
const READ_AT_ONCE = 500;

/**
 * Creates the client keys of environments without one: environments older than client keys, or created by a replica of
 * an older release during an update. A migration cannot create them, because the secret that encrypts keys is
 * not in the database.
 */
@Injectable()
export class MissingClientKeys extends RepeatedJob {
  /** The last environment that was visited. The next run continues after it, even after a failure. */
  private last = START;

  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly vault: SdkKeyVault,
    @Inject(LOGGER) logger: Logger,
  ) {
    super('making missing client keys', EVERY_MILLISECONDS, logger);
  }

  /** Creates all missing keys in the order of environments, or stops before the next one. */
  protected async work(): Promise<void> {
    for (let count = READ_AT_ONCE; count === READ_AT_ONCE;) {
      const environments = await this.next();
      for (const { id, has_key } of environments) {
        if (this.stopped) return;
        this.last = id;
        if (!has_key) await this.make(id);
      }
      count = environments.length;
    }
    this.last = START;
  }

  /** Limits the environments that one statement reads. */
  private next(): Promise<{ id: string; has_key: boolean }[]> {
    return this.database.sql<{ id: string; has_key: boolean }[]>`
      select e.id, k.environment_id is not null as has_key
      from (
        select id from flags.environments where id > ${this.last}::uuid order by id limit ${READ_AT_ONCE}::int
      ) e
      left join flags.client_keys k on k.environment_id = e.id and k.expires_at is null
      order by e.id`;
  }

  /**
   * Waits for a rotation, which locks the environment. An environment that has a key by then, or is deleted, stays
   * unchanged.
   */
  private async make(environmentId: string): Promise<void> {
    const { hash, ciphertext } = this.vault.mint(environmentId, 'client');
    await this.database.sql`
      insert into flags.client_keys (id, environment_id, hash, ciphertext)
      select ${uuidv7()}::uuid, id, ${hash}, ${ciphertext} from flags.environments where id = ${environmentId} for no key update
      on conflict do nothing`;
  }
}
