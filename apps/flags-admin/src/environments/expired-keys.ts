import type { KeyKind } from '@burgee/contracts/wire';
import { LOGGER } from '@burgee/service-kit';
import { ExpiryJob } from '@burgee/service-kit/database';
import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { Logger } from 'pino';
import { DataSource } from 'typeorm';
import { KEY_KINDS, keyTable } from './key-tables.js';

const EVERY_MILLISECONDS = 60_000;
const DELETED_AT_ONCE = 1_000;

/** Deletes keys after their grace. They are already invalid by then, because all code compares the time. */
@Injectable()
export class ExpiredKeys extends ExpiryJob {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    @Inject(LOGGER) logger: Logger,
  ) {
    super('keys', EVERY_MILLISECONDS, logger);
  }

  protected async deleteExpired(): Promise<void> {
    for (const kind of KEY_KINDS) await this.untilNoneIsLeft(() => this.deleteSome(kind));
  }

  /** Skips keys that a rotation has locked, because the rotation deletes them. @returns the number of deleted keys */
  private async deleteSome(kind: KeyKind): Promise<number> {
    const table = keyTable(kind);
    const [, deleted] = await this.database.sql<[unknown[], number]>`
      delete from ${table} where id in (
        select id from ${table} where expires_at <= now()
        order by expires_at limit ${DELETED_AT_ONCE} for update skip locked)`;
    return deleted;
  }
}
