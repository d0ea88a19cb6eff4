import { every, type Repetition } from '@burgee/process-kit';
import { LOGGER } from '@burgee/service-kit';
import { Inject, Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { Logger } from 'pino';
import { DataSource } from 'typeorm';

const DELETE_EVERY_MILLISECONDS = 60_000;
const DELETED_AT_ONCE = 1_000;

/** Deletes SDK keys whose grace is over. They open nothing before that either: all code compares the time. */
@Injectable()
export class ExpiredSdkKeys implements OnApplicationBootstrap, OnApplicationShutdown {
  private job: Repetition | undefined;

  constructor(
    @InjectDataSource() private readonly database: DataSource,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  onApplicationBootstrap(): void {
    this.job = every(DELETE_EVERY_MILLISECONDS, () => this.delete());
  }

  onApplicationShutdown(): void {
    this.job?.stop();
  }

  /** When it fails, it runs again in a minute. */
  async delete(): Promise<void> {
    try {
      while ((await this.deleteSome()) === DELETED_AT_ONCE);
    } catch (error) {
      this.logger.warn({ err: error }, 'deleting expired SDK keys failed');
    }
  }

  /** Waits for no rotation: it deletes them itself. @returns how many were deleted */
  private async deleteSome(): Promise<number> {
    const [, deleted] = await this.database.sql<[unknown[], number]>`
      delete from flags.sdk_keys where id in (
        select id from flags.sdk_keys where expires_at <= now()
        order by expires_at limit ${DELETED_AT_ONCE} for update skip locked)`;
    return deleted;
  }
}
