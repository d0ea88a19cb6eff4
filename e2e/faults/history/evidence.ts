import { applyToBody, type ChangeRow } from '@burgee/contracts/wire';
import type { Flag } from '@burgee/evaluation';
import { type AuditRecord, type EnvironmentHistory, eventually } from '@burgee/testing';
import pg from 'pg';
import { digestOf, type LoadedEnvironment, type HistoryFixture } from './history-fixture.js';
import { READ_WAYS, type WayName } from './read-ways.js';
import type { WayRead } from './way-reads.js';
import type { Written } from './writer.js';

/** The rows of Postgres after the run. */
export interface Evidence {
  /** The changes of each environment, by its id, in the order of their revisions. */
  log: Map<string, ChangeRow[]>;
  audit: (AuditRecord & { environment: string; flag: string })[];
}

/** Everything recovers unaided after the end of the last fault. Promised are 10 s. */
export const RECOVERY_MILLISECONDS = 30_000;

interface EntryRow {
  request_id: string;
  environment_id: string;
  flag_id: string;
  old_values: object;
  new_values: object;
}

/**
 * Keys in one order, so that equal values are equal texts. Entries say `served` only of the change that serves a value,
 * so the entry after it does not name it.
 */
const asText = ({ served = true, ...values }: { served?: boolean }) =>
  JSON.stringify(Object.entries({ ...values, served }).toSorted(([a], [b]) => (a < b ? -1 : 1)));

export async function gatherEvidence({ cluster, project, loaded }: HistoryFixture): Promise<Evidence> {
  const client = new pg.Client({ connectionString: cluster.databaseUrl });
  await client.connect();
  try {
    const changes = await client.query<ChangeRow>(
      `select environment_id, revision::int, kind, data from sdk_read.change_v1
       where environment_id = any($1::uuid[]) order by revision`,
      [loaded.map(({ environment }) => environment.id)],
    );
    const entries = await client.query<EntryRow>(
      `select content::json ->> 'request_id' as request_id, environment_id, flag_id,
              content::json -> 'old_values' as old_values, content::json -> 'new_values' as new_values
       from audit.entries
       where chain_id = $1 and action in ('flag_toggle', 'flag_update') order by created_at, id`,
      [project.id],
    );
    const log = new Map<string, ChangeRow[]>();
    for (const row of changes.rows) log.set(row.environment_id, [...(log.get(row.environment_id) ?? []), row]);
    const audit = entries.rows.map((row) => ({
      id: row.request_id,
      of: `${row.flag_id} in ${row.environment_id}`,
      environment: row.environment_id,
      flag: row.flag_id,
      old: asText(row.old_values),
      new: asText(row.new_values),
    }));
    return { log, audit };
  } finally {
    await client.end();
  }
}

/** The same, once the audit log has an entry for each change. */
export async function awaitEvidence(fixture: HistoryFixture): Promise<Evidence> {
  return eventually(
    async () => {
      const evidence = await gatherEvidence(fixture);
      const changes = fixture.loaded.reduce(
        (sum, load) =>
          sum + (evidence.log.get(load.environment.id) ?? []).filter(({ revision }) => revision > load.first).length,
        0,
      );
      if (evidence.audit.length < changes) throw new Error(`${evidence.audit.length} entries of ${changes} changes`);
      return evidence;
    },
    RECOVERY_MILLISECONDS,
    200,
  ).catch(() => gatherEvidence(fixture));
}

/** The environment's content at each revision, in the form of each way to read it. */
export type Contents = Record<WayName, ReadonlyMap<number, string>>;

const changesOf = ({ environment, first }: LoadedEnvironment, { log }: Evidence): ChangeRow[] =>
  (log.get(environment.id) ?? []).filter(({ revision }) => revision > first);

/** Every body follows from the one before and the change in the log. */
export function contentsOf(load: LoadedEnvironment, evidence: Evidence): Contents {
  let { body } = load;
  const bodies = new Map([[load.first, body]]);
  for (const change of changesOf(load, evidence)) {
    body = applyToBody(body, change);
    bodies.set(change.revision, body);
  }
  const answered = (way: WayName) => {
    const of = (one: Buffer) =>
      digestOf(READ_WAYS[way].answerOf(JSON.parse(one.toString()) as Flag[], load.environment));
    return new Map([...bodies].map(([revision, one]) => [revision, of(one)]));
  };
  return {
    flags: answered('flags'),
    features: answered('features'),
    toggles: answered('toggles'),
    decisions: answered('decisions'),
  };
}

/** The same read, with its content in the form of the flag set. */
function asFlags<Read extends WayRead>(read: Read, contents: Contents): Read {
  const { way, revision, content } = read;
  const isOfRevision = contents[way].get(revision) === content;
  return { ...read, content: (isOfRevision && contents.flags.get(revision)) || `${way}, ${content}` };
}

/**
 * Which revision each write made. Of one flag in one environment, the entries of the audit log and the changes of the
 * log are in the same order; an entry names its write, a change its revision.
 */
export function historyOf<Read extends WayRead>(
  load: LoadedEnvironment,
  written: readonly Written[],
  reads: readonly Read[],
  evidence: Evidence,
): EnvironmentHistory & { reads: Read[] } {
  const changes = changesOf(load, evidence);
  const contents = contentsOf(load, evidence);
  const revisions = new Map<string, number>();
  for (const flag of new Set(changes.map(({ data }) => data.flag_id))) {
    const entries = evidence.audit.filter((one) => one.environment === load.environment.id && one.flag === flag);
    for (const [index, change] of changes.filter(({ data }) => data.flag_id === flag).entries()) {
      const id = entries[index]?.id;
      if (id !== undefined) revisions.set(id, change.revision);
    }
  }
  return {
    environment: load.environment.name,
    first: load.first,
    writes: written.map(({ id, begin, end }) => ({ id, begin, end, revision: revisions.get(id) })),
    reads: reads.map((read) => asFlags(read, contents)),
    contents: contents.flags,
  };
}
