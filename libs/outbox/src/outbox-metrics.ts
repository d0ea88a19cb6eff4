import { every, isDatabaseUnavailable, metrics, type Repetition, StatusPage } from '@burgee/process-kit';
import { LOGGER } from '@burgee/service-kit/plain';
import { Inject, Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { Logger } from 'pino';
import { Gauge } from 'prom-client';
import { DataSource } from 'typeorm';
import { OUTBOX_OPTIONS, type OutboxOptions } from './outbox-options.js';

const READ_EVERY_MILLISECONDS = 2_000;
/** Counting stops here: a larger number makes no difference. */
const COUNTED_AT_MOST = 10_000;

const gauge = (name: string, help: string) => new Gauge({ name, help, registers: [metrics] });

const leaderGauge = gauge('burgee_outbox_leader', '1 on the replica that holds the leader lock, else 0.');

const gauges = {
  audit_unacknowledged: gauge(
    'burgee_outbox_unacknowledged_audit_messages',
    `Audit messages not yet acknowledged; ${COUNTED_AT_MOST} means at least so many.`,
  ),
  audit_oldest_seconds: gauge(
    'burgee_outbox_oldest_audit_message_seconds',
    'Age of the oldest audit message not yet acknowledged; 0 = none.',
  ),
  change_unacknowledged: gauge(
    'burgee_outbox_unacknowledged_change_messages',
    `Change notifications that NATS has not taken; ${COUNTED_AT_MOST} means at least so many.`,
  ),
  dead_letters: gauge('burgee_outbox_dead_letters', 'Messages that were refused again and again. A human must look.'),
};

type Backlog = Record<keyof typeof gauges, number>;

/** Dead letters on /status, oldest first: later ones rarely have another cause. */
const LISTED_AT_MOST = 20;

/** A dead-lettered message, as /status lists it. */
interface ListedLetter {
  event_id: string;
  action: string | null;
  /** ISO 8601. */
  created_at: string;
  last_error: string | null;
}

/** The outbox on /metrics and /status, as of the last read. Every replica reads it, not only the leader. */
@Injectable()
export class OutboxMetrics implements OnApplicationBootstrap, OnApplicationShutdown {
  private readings: Repetition | undefined;
  private backlog: Backlog | undefined;
  private letters: ListedLetter[] = [];
  private isLeader = false;

  constructor(
    @InjectDataSource() private readonly database: DataSource,
    @Inject(LOGGER) private readonly logger: Logger,
    @Inject(OUTBOX_OPTIONS) private readonly options: Pick<OutboxOptions, 'table'>,
    statusPage: StatusPage,
  ) {
    statusPage.add('outbox', () => ({ leader: this.isLeader, ...this.backlog }));
    statusPage.add('dead_letters', () => ({ letters: this.letters }));
  }

  /** How many messages are dead-lettered; 0 until it is known. */
  get deadLetters(): number {
    return this.backlog?.dead_letters ?? 0;
  }

  get leader(): boolean {
    return this.isLeader;
  }

  set leader(leader: boolean) {
    this.isLeader = leader;
    leaderGauge.set(leader ? 1 : 0);
  }

  onApplicationBootstrap(): void {
    this.readings = every(READ_EVERY_MILLISECONDS, () => this.update());
  }

  onApplicationShutdown(): void {
    this.readings?.stop();
  }

  private async update(): Promise<void> {
    try {
      this.backlog = await this.read();
      this.letters = this.backlog.dead_letters > 0 ? await this.list() : [];
      for (const [name, value] of Object.entries(this.backlog)) gauges[name as keyof Backlog].set(value);
    } catch (error) {
      this.logger[isDatabaseUnavailable(error) ? 'debug' : 'error'](
        { err: error },
        'reading the outbox backlog failed',
      );
    }
  }

  private async read(): Promise<Backlog> {
    const table = () => this.options.table;
    const [backlog] = await this.database.sql<[Backlog]>`
      select (select count(*) from (select from ${table} where delivered_at is null and dead_lettered_at is null
                                    and kind = 'audit' limit ${COUNTED_AT_MOST}) counted) as audit_unacknowledged,
             (select count(*) from (select from ${table} where delivered_at is null and dead_lettered_at is null
                                    and kind <> 'audit' limit ${COUNTED_AT_MOST}) counted) as change_unacknowledged,
             (select count(*) from ${table} where dead_lettered_at is not null) as dead_letters,
             (select coalesce(extract(epoch from clock_timestamp() - min(created_at)), 0)::float8 from ${table}
              where delivered_at is null and dead_lettered_at is null and kind = 'audit') as audit_oldest_seconds`;
    return backlog;
  }

  private async list(): Promise<ListedLetter[]> {
    const rows = await this.database.sql<(Omit<ListedLetter, 'created_at'> & { created_at: Date })[]>`
      select event_id, payload ->> 'action' as action, created_at, last_error from ${() => this.options.table}
      where dead_lettered_at is not null order by created_at, event_id limit ${LISTED_AT_MOST}`;
    return rows.map((row) => ({ ...row, created_at: row.created_at.toISOString() }));
  }
}
