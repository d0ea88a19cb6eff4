import { randomUUID } from 'node:crypto';
import {
  type ServiceResponse,
  type AuditRecord,
  checkAudit,
  type TestClient,
  type TestClusterOptions,
  eventually,
} from '@burgee/testing';
import pg from 'pg';
import { FaultFixture } from './fault-fixture.js';

/** The outcome of one change, as its client saw it. */
export interface Tried {
  id: string;
  /** Undefined: no answer came. */
  status: number | undefined;
}

interface Value {
  is_enabled: boolean;
  targeting_value: string | null;
}

const asText = ({ is_enabled, targeting_value }: Value) => `${is_enabled} ${targeting_value}`;

interface EntryRow {
  request_id: string;
  old_values: Value;
  new_values: Value;
}

/** Keeps a book of every change that was tried. */
export class OutboxFixture extends FaultFixture {
  readonly tried: Tried[] = [];

  static start(options: TestClusterOptions = {}): Promise<OutboxFixture> {
    return FaultFixture.of(options, (...made) => new OutboxFixture(...made));
  }

  /** The replica of flags-admin that changes go to, where no other is named. */
  private get writer(): string {
    return this.cluster.services['flags-admin'] ? 'flags-admin' : 'flags-admin-1';
  }

  /** The owner of the project, calling a service past the api-gateway. */
  at(service: string): TestClient {
    return this.project.owner.client.at(this.cluster.services[service]!.url);
  }

  /** Toggles the flag in development, and books it. @returns undefined when no answer came */
  toggle(isEnabled: boolean, service = this.writer): Promise<ServiceResponse | undefined> {
    return this.change('/toggle', () => ({ is_enabled: isEnabled }), service);
  }

  /** Edits the flag in development so that it is as it never was, by a value of so many characters, and books it. */
  edit(service = this.writer, length = 0): Promise<ServiceResponse | undefined> {
    const rule = (id: string) => ({ targeting_attribute: 'write', targeting_value: id.padEnd(length, '-') });
    return this.change('', rule, service);
  }

  private async change(
    path: string,
    body: (id: string) => object,
    service: string,
  ): Promise<ServiceResponse | undefined> {
    const entry: Tried = { id: randomUUID(), status: undefined };
    this.tried.push(entry);
    const answer = await this.at(service)
      .patch(this.valuePath + path, body(entry.id), { 'x-request-id': entry.id })
      .catch(() => undefined);
    entry.status = answer?.status;
    return answer;
  }

  /**
   * Toggles to the opposite of what Postgres holds now, `times` in a row. A toggle that is answered 503, as a busy machine
   * does now and then, is repeated unless it was stored: the book would miss the entry of a second one.
   * @throws when a toggle gets no answer, or another one
   */
  async flip(times = 1, service = this.writer): Promise<void> {
    let isEnabled = await this.isEnabled();
    for (let n = 0; n < times; n++) {
      isEnabled = !isEnabled;
      const status = await eventually(async () => {
        const answer = await this.toggle(isEnabled, service);
        if (answer?.status !== 503) return answer?.status;
        if ((await this.isEnabled()) !== isEnabled) throw new Error(`toggle ${n} answered 503: ${answer.text}`);
        return 200;
      });
      if (status !== 200) throw new Error(`toggle ${n} answered ${status}`);
    }
  }

  /** Toggles, and the service dies of it, after a 503 that a busy machine may give. @throws when there is another answer */
  async toggleAndDie(isEnabled: boolean): Promise<void> {
    const answer = await eventually(async () => {
      const tried = await this.toggle(isEnabled);
      if (tried?.status === 503) throw new Error(`the toggle answered 503: ${tried.text}`);
      return tried;
    });
    if (answer) throw new Error(`a toggle that kills answered ${answer.status}: ${answer.text}`);
  }

  /** The present rows of Postgres. */
  async isEnabled(): Promise<boolean> {
    const [row] = await this.query<{ is_enabled: boolean }>(
      'select is_enabled from flags.flag_values where flag_id = $1 and environment_id = $2',
      [this.flag.id, this.project.development.id],
    );
    return row?.is_enabled ?? false;
  }

  /** Does something in a transaction that stays open. @returns ends it, as if it had never been */
  async hold(sql: string): Promise<() => Promise<void>> {
    const client = new pg.Client({ connectionString: this.cluster.databaseUrl });
    await client.connect();
    await client.query('begin');
    await client.query(sql);
    return () => client.end();
  }

  /** The audit entries of all changes of the flag, in the order in which these were made. */
  async entries(): Promise<AuditRecord[]> {
    const rows = await this.query<EntryRow>(
      `select content::json ->> 'request_id' as request_id, content::json -> 'old_values' as old_values,
              content::json -> 'new_values' as new_values
       from audit.entries
       where flag_id = $1 and action in ('flag_toggle', 'flag_update') order by created_at, id`,
      [this.flag.id],
    );
    return rows.map((row) => ({
      id: row.request_id,
      of: this.flag.key,
      old: asText(row.old_values),
      new: asText(row.new_values),
    }));
  }

  /** Counts the changes of the flag in development's log, without its creation. */
  async storedChanges(): Promise<number> {
    const [row] = await this.query<{ count: string }>(
      `select count(*) from flags.outbox where kind = 'flag_updated' and environment_id = $1 and payload->>'flag_id' = $2`,
      [this.project.development.id, this.flag.id],
    );
    return Number(row?.count) - 1;
  }

  /** Every change that was stored has exactly one entry, each that was acknowledged is stored, and the entries join. */
  async expectAuditComplete(withinMs = 30_000): Promise<void> {
    const acknowledged = new Set(this.tried.filter(({ status }) => status === 200).map(({ id }) => id));
    await eventually(
      async () => {
        const entries = await this.entries();
        const violations = checkAudit(entries, new Set(entries.map(({ id }) => id)), acknowledged);
        const stored = await this.storedChanges();
        if (entries.length !== stored) violations.push(`${entries.length} entries of ${stored} stored changes`);
        if (violations.length > 0) throw new Error(violations.slice(-5).join('\n'));
      },
      withinMs,
      100,
    );
  }

  /** The revision of development is that of its last change, none before is missing, and its rows say what the last change says. */
  async expectWhole(): Promise<void> {
    const [row] = await this.query<{ revision: string; changes: string; last: boolean; value: boolean }>(
      `select e.revision, count(*) as changes, v.is_enabled as value,
              (array_agg(o.payload->>'is_enabled' order by o.revision desc))[1]::boolean as last
       from flags.environments e join flags.outbox o on o.environment_id = e.id and o.revision is not null
       join flags.flag_values v on v.environment_id = e.id and v.flag_id = $2
       where e.id = $1 group by e.revision, v.is_enabled`,
      [this.project.development.id, this.flag.id],
    );
    if (!row || row.revision !== row.changes || row.last !== row.value)
      throw new Error(`a change is there in part: ${JSON.stringify(row)}`);
  }

  /** Which replica of flags-admin leads the outbox. @throws when it is not exactly one */
  async leader(): Promise<string> {
    const names = Object.keys(this.cluster.services).filter((name) => name.startsWith('flags-admin'));
    const up = names.filter((name) => this.cluster.services[name]!.running && !this.cluster.services[name]!.paused);
    const leading = await Promise.all(up.map((name) => this.metric(name, 'outbox_leader')));
    const leaders = up.filter((_, index) => leading[index] === 1);
    if (leaders.length !== 1) throw new Error(`${leaders.length} replicas lead`);
    return leaders[0] as string;
  }
}
