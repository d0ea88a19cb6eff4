import { randomUUID } from 'node:crypto';
import {
  aFlag,
  type Answer,
  aProject,
  type AuditRecord,
  checkAudit,
  type DrillHouse,
  type DrillOptions,
  eventually,
  type Flag,
  type Project,
  startDrillHouse,
  type Visitor,
} from '@burgee/testing';
import pg from 'pg';

/** What became of one change, as its caller saw it. */
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

/** A house with one project and one flag, and a book of every change that was tried. */
export class OutboxScene {
  readonly tried: Tried[] = [];

  private constructor(
    readonly house: DrillHouse,
    readonly project: Project,
    readonly flag: Flag,
    readonly writer: string,
  ) {}

  static async start(options: DrillOptions = {}): Promise<OutboxScene> {
    const house = await startDrillHouse(options);
    try {
      const project = await aProject(house.url);
      const flag = await aFlag(project);
      return new OutboxScene(house, project, flag, (options.flagsAdmins ?? 1) > 1 ? 'flags-admin-1' : 'flags-admin');
    } catch (error) {
      await house.stop();
      throw error;
    }
  }

  get key(): { 'x-sdk-key': string } {
    return { 'x-sdk-key': this.project.development.sdk_key };
  }

  /** The owner of the project, calling a service past the api-gateway. */
  at(service: string): Visitor {
    return this.project.owner.visitor.at(this.house.services[service]!.url);
  }

  /** Toggles the flag in development, and books it. @returns undefined when no answer came */
  toggle(isEnabled: boolean, service = this.writer): Promise<Answer | undefined> {
    return this.change('/toggle', () => ({ is_enabled: isEnabled }), service);
  }

  /** Edits the flag in development so that it is as it never was, and books it. */
  edit(service = this.writer): Promise<Answer | undefined> {
    return this.change('', (id) => ({ targeting_attribute: 'write', targeting_value: id }), service);
  }

  private async change(path: string, body: (id: string) => object, service: string): Promise<Answer | undefined> {
    const entry: Tried = { id: randomUUID(), status: undefined };
    this.tried.push(entry);
    const address = `/api/flags/${this.flag.id}/environments/${this.project.development.id}${path}`;
    const answer = await this.at(service)
      .patch(address, body(entry.id), { 'x-request-id': entry.id })
      .catch(() => undefined);
    entry.status = answer?.status;
    return answer;
  }

  /** Toggles to the opposite of what Postgres holds now, `times` in a row; each has to answer 200. */
  async flip(times = 1, service = this.writer): Promise<void> {
    let isEnabled = await this.isEnabled();
    for (let n = 0; n < times; n++) {
      isEnabled = !isEnabled;
      const answer = await this.toggle(isEnabled, service);
      if (answer?.status !== 200) throw new Error(`toggle ${n} answered ${answer?.status}: ${answer?.text}`);
    }
  }

  /** What Postgres holds now. */
  async isEnabled(): Promise<boolean> {
    const [row] = await this.ask<{ is_enabled: boolean }>(
      'select is_enabled from flags.flag_values where flag_id = $1 and environment_id = $2',
      [this.flag.id, this.project.development.id],
    );
    return row?.is_enabled ?? false;
  }

  async read(replica = 0): Promise<Answer> {
    return this.house.gateways[replica]!.get('/api/v1/flags', this.key);
  }

  /** Asks the database as its superuser. */
  async ask<T extends object>(sql: string, values: unknown[] = []): Promise<T[]> {
    const client = new pg.Client({ connectionString: this.house.databaseUrl });
    await client.connect();
    try {
      return (await client.query<T>(sql, values)).rows;
    } finally {
      await client.end();
    }
  }

  /** Does something in a transaction that stays open. @returns ends it, as if it had never been */
  async hold(sql: string): Promise<() => Promise<void>> {
    const client = new pg.Client({ connectionString: this.house.databaseUrl });
    await client.connect();
    await client.query('begin');
    await client.query(sql);
    return () => client.end();
  }

  /** The audit entries of all changes of the flag, in the order in which these were made. */
  async entries(): Promise<AuditRecord[]> {
    const rows = await this.ask<EntryRow>(
      `select request_id, old_values, new_values from audit.entries
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

  /** How many changes of the flag the log of development holds, its creation not counted. */
  async storedChanges(): Promise<number> {
    const [row] = await this.ask<{ count: string }>(
      `select count(*) from flags.outbox where kind = 'flag_updated' and environment_id = $1 and payload->>'flag_id' = $2`,
      [this.project.development.id, this.flag.id],
    );
    return Number(row?.count) - 1;
  }

  /** Every change that was stored has exactly one entry, each that was acknowledged is stored, and the entries join. */
  async expectAuditComplete(withinMs = 15_000): Promise<void> {
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
    const [row] = await this.ask<{ revision: string; changes: string; last: boolean; value: boolean }>(
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

  /** A number of a service's metrics. */
  async metric(service: string, name: string): Promise<number> {
    const text = await (await fetch(`${this.house.services[service]!.opsUrl}/metrics`)).text();
    return Number(new RegExp(`^${name} (.*)$`, 'm').exec(text)?.[1]);
  }

  /** Which replica of flags-admin leads the outbox. @throws when it is not exactly one */
  async leader(): Promise<string> {
    const names = Object.keys(this.house.services).filter((name) => name.startsWith('flags-admin'));
    const up = names.filter((name) => this.house.services[name]!.running && !this.house.services[name]!.paused);
    const leading = await Promise.all(up.map((name) => this.metric(name, 'burgee_outbox_leading')));
    const leaders = up.filter((_, index) => leading[index] === 1);
    if (leaders.length !== 1) throw new Error(`${leaders.length} replicas lead`);
    return leaders[0] as string;
  }

  stop(): Promise<void> {
    return this.house.stop();
  }
}
