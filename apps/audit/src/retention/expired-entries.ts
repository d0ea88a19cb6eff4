import { connectToPostgres, postgresConnection, postgresLimits } from '@burgee/process-kit';
import { LOGGER } from '@burgee/service-kit';
import { ExpiryJob } from '@burgee/service-kit/database';
import { Inject, Injectable } from '@nestjs/common';
import type { Client } from 'pg';
import type { Logger } from 'pino';
import { type AuditConfig, CONFIG } from '../config.js';
import { BeginningSigner } from './beginning-signer.js';

const EVERY_MILLISECONDS = 600_000;
/** The relay repeats a message within seconds. Duplicates of older messages are found among the entries. */
const RECEIVED_MONTHS = 2;
const FORGOTTEN_AT_ONCE = 5_000;

const FIRST_KEPT = `
  select to_char(date_trunc('month', now() at time zone 'UTC') - make_interval(months => $1), 'YYYY-MM-DD') as before`;
const DROP_MONTHS = `select to_char(month, 'YYYY-MM') as month from audit.drop_signed_months($1) month`;
/** The tables that retention deletes from. */
export const FORGOTTEN = ['received', 'latest', 'people', 'checkpoints'] as const;
const FORGET = `
  select audit.forget_some($1, (date_trunc('month', now() at time zone 'UTC') - make_interval(months => $2))::date, $3)::int
    as forgotten`;

/**
 * Drops months that are older than the retention and deletes rows that are no longer needed. Uses a database role of
 * its own.
 */
@Injectable()
export class ExpiredEntries extends ExpiryJob {
  constructor(
    @Inject(CONFIG)
    private readonly config: Pick<AuditConfig, 'DATABASE_URL_MAINTENANCE' | 'AUDIT_RETENTION_MONTHS'>,
    @Inject(LOGGER) private readonly log: Logger,
    private readonly beginnings: BeginningSigner,
  ) {
    super('audit entries', EVERY_MILLISECONDS, log);
  }

  protected async deleteExpired(): Promise<void> {
    const { DATABASE_URL_MAINTENANCE, AUDIT_RETENTION_MONTHS } = this.config;
    const connection = postgresConnection({ ...this.config, DATABASE_URL: DATABASE_URL_MAINTENANCE });
    const client = await connectToPostgres(connection, postgresLimits('burgee audit maintenance'));
    const failed: Error[] = [];
    const attempt = (name: string, step: Promise<void>) =>
      step.catch((cause: unknown) => void failed.push(new Error(name, { cause })));
    try {
      await attempt('audit.beginnings', this.beginnings.signShortened());
      if (AUDIT_RETENTION_MONTHS > 0) await attempt('audit.entries', this.dropMonths(client, AUDIT_RETENTION_MONTHS));
      // Each table separately: a failure in one, because it is large or locked, does not stop the others.
      for (const what of FORGOTTEN) await attempt(`audit.${what}`, this.forget(client, what));
    } finally {
      await client.end();
    }
    if (failed.length > 0) throw new AggregateError(failed, failed.map(({ message }) => message).join());
  }

  private async dropMonths(client: Client, keptMonths: number): Promise<void> {
    const [first] = (await client.query<{ before: string }>(FIRST_KEPT, [keptMonths])).rows;
    const before = first?.before ?? '';
    const signed = await this.beginnings.signDropped(before, keptMonths);
    const { rows } = await client.query<{ month: string }>(DROP_MONTHS, [signed]);
    if (rows.length > 0) this.log.info({ months: rows.map(({ month }) => month) }, 'dropped audit entries');
  }

  private forget(client: Client, what: (typeof FORGOTTEN)[number]): Promise<void> {
    return this.untilNoneIsLeft(async () => {
      const { rows } = await client.query<{ forgotten: number }>(FORGET, [what, RECEIVED_MONTHS, FORGOTTEN_AT_ONCE]);
      return rows[0]?.forgotten ?? 0;
    });
  }
}
