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
 * Sends refused sign-ins to audit once a minute, one entry per address block, so that guessing does not cost a write or
 * a row per attempt. A killed process loses its counts. Counts that could not be stored are stored the next time.
 */
@Injectable()
export class RecordRefusedSignIns implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly counts = new RefusedSignInCounts();
  /**
   * Messages that may not be stored yet. The same messages are stored again, since the last attempt may have succeeded
   * without a reply.
   */
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

  /** Stores the refusals since the last success. */
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
    return this.counts.take().map(({ block, ...counts }) =>
      instanceMessage({
        action: 'sign_in_refused',
        new_values: { address: block, since, ...counts },
        provenance: { performed_by: null, on_behalf_of: null, via: 'sign-in', run: null },
      }),
    );
  }
}
