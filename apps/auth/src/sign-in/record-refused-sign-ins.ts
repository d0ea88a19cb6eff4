import type { NewOutboxMessage } from '@burgee/outbox';
import { addressBlock, every, type Repetition } from '@burgee/process-kit';
import { LOGGER } from '@burgee/service-kit';
import { Inject, Injectable, type BeforeApplicationShutdown, type OnApplicationBootstrap } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { Logger } from 'pino';
import { DataSource } from 'typeorm';
import { instanceMessage } from '../persistence/instance-message.js';
import { storeMessages } from '../persistence/store-messages.js';
import { type RefusalKind, RefusedSignInCounts } from './refused-sign-in-counts.js';

const EVERY_MILLISECONDS = 60_000;

/**
 * Tells audit of refused sign-ins once a minute, one entry for each address block, so that guessing costs neither a write nor a row
 * each. What a process has counted is lost when it is killed; what it could not store, it stores the next time.
 */
@Injectable()
export class RecordRefusedSignIns implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly counts = new RefusedSignInCounts();
  /** Made, and perhaps not stored. The same ones are stored again, since the first time may have succeeded unseen. */
  private messages: NewOutboxMessage[] = [];
  private since = new Date();
  private job: Repetition | undefined;

  constructor(
    @InjectDataSource() private readonly database: DataSource,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  onApplicationBootstrap(): void {
    this.job = every(EVERY_MILLISECONDS, () => this.store());
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.job?.stop();
    await this.store();
  }

  add(address: string, kind: RefusalKind): void {
    this.counts.add(addressBlock(address), kind);
  }

  /** What was refused since the last time that this succeeded. */
  async store(): Promise<void> {
    if (this.messages.length === 0) this.messages = this.make();
    if (this.messages.length === 0) return;
    try {
      await storeMessages(this.database, this.messages);
      this.messages = [];
    } catch (error) {
      this.logger.warn({ err: error }, 'storing refused sign-ins failed, retrying in a minute');
    }
  }

  private make(): NewOutboxMessage[] {
    const since = this.since.toISOString();
    this.since = new Date();
    return this.counts
      .take()
      .map(({ block, ...counts }) =>
        instanceMessage({ action: 'sign_in_refused', new_values: { address: block, since, ...counts } }),
      );
  }
}
