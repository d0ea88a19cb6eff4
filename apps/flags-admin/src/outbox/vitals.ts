import { isDatabaseUnavailable, LOGGER, metrics, StatusPage } from '@burgee/service-kit';
import { Inject, Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { Logger } from 'pino';
import { Gauge } from 'prom-client';
import { DataSource } from 'typeorm';

const LOOK_EVERY_MILLISECONDS = 2_000;
/** Counting stops here: beyond, the number no longer matters. */
const COUNTED_AT_MOST = 10_000;

const gauge = (name: string, help: string) => new Gauge({ name: `burgee_outbox_${name}`, help, registers: [metrics] });

const gauges = {
  leading: gauge('leading', '1 on the replica that repeats what is unconfirmed, else 0.'),
  audit_open: gauge(
    'unconfirmed_audit_facts',
    `Audit facts not yet confirmed; ${COUNTED_AT_MOST} means at least so many.`,
  ),
  audit_age: gauge('oldest_audit_fact_seconds', 'Age of the oldest audit fact not yet confirmed; 0 = none.'),
  doorbells_open: gauge('undelivered_doorbells', 'Doorbells that NATS has not taken.'),
  set_aside: gauge('set_aside_facts', 'Facts that were refused again and again. A human must look.'),
};

interface Look {
  audit_open: number;
  audit_age: number;
  doorbells_open: number;
  set_aside: number;
}

/** What an operator sees of the outbox, on /status as it was at the last look. Every replica looks, not the leader alone. */
@Injectable()
export class Vitals implements OnApplicationBootstrap, OnApplicationShutdown {
  private timer: NodeJS.Timeout | undefined;
  private looking = false;
  private look: Look | undefined;
  private leads = false;

  constructor(
    @InjectDataSource() private readonly database: DataSource,
    @Inject(LOGGER) private readonly logger: Logger,
    statusPage: StatusPage,
  ) {
    statusPage.add('outbox', () => ({ leading: this.leads, ...this.look }));
  }

  get leading(): boolean {
    return this.leads;
  }

  set leading(leads: boolean) {
    this.leads = leads;
    gauges.leading.set(leads ? 1 : 0);
  }

  onApplicationBootstrap(): void {
    this.timer = setInterval(() => void this.observe(), LOOK_EVERY_MILLISECONDS).unref();
  }

  onApplicationShutdown(): void {
    clearInterval(this.timer);
  }

  private async observe(): Promise<void> {
    if (this.looking) return;
    this.looking = true;
    try {
      this.look = await this.ask();
      for (const [name, value] of Object.entries(this.look)) gauges[name as keyof Look].set(value);
    } catch (error) {
      this.logger[isDatabaseUnavailable(error) ? 'debug' : 'error'](
        { err: error },
        'the outbox could not be looked at',
      );
    } finally {
      this.looking = false;
    }
  }

  private async ask(): Promise<Look> {
    const [look] = await this.database.sql<[Look]>`
      select (select count(*) from (select from flags.outbox where delivered_at is null and set_aside_at is null
                                    and kind = 'audit' limit ${COUNTED_AT_MOST}) counted) as audit_open,
             (select count(*) from (select from flags.outbox where delivered_at is null and set_aside_at is null
                                    and kind <> 'audit' limit ${COUNTED_AT_MOST}) counted) as doorbells_open,
             (select count(*) from flags.outbox where set_aside_at is not null) as set_aside,
             (select coalesce(extract(epoch from clock_timestamp() - min(created_at)), 0)::float8 from flags.outbox
              where delivered_at is null and set_aside_at is null and kind = 'audit') as audit_age`;
    return look;
  }
}
