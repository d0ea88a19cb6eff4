import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import type { AuditRecordV1 } from '@burgee/contracts/messages';
import { FLAG_SWITCH, type Role } from '@burgee/contracts/wire';
import { anAuditRecord, createTestDatabase, type TestDatabase } from '@burgee/testing';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { DataSource } from 'typeorm';
import { ChainBoundsQuery } from '../chain/chain-bounds.query.js';
import { ChainLinksQuery, type LinkFilter } from '../chain/chain-links.query.js';
import { CheckpointsQuery } from '../chain/checkpoints.query.js';
import { PeopleQuery } from '../read/people.query.js';
import { RecordService } from '../record/record.service.js';
import { ChainExportService } from './chain-export.service.js';
import { verifyExport } from './verify-export.js';

let database: TestDatabase;
let owner: DataSource;
let audit: DataSource;
let links: ChainLinksQuery;
let exports: ChainExportService;

beforeAll(async () => {
  database = await createTestDatabase();
  owner = await new DataSource({ type: 'postgres', url: database.adminUrl, poolSize: 1 }).initialize();
  audit = await new DataSource({ type: 'postgres', url: database.urlFor('audit'), poolSize: 2 }).initialize();
  links = new ChainLinksQuery(audit);
  exports = new ChainExportService(
    new ChainBoundsQuery(audit),
    links,
    new PeopleQuery(audit),
    new CheckpointsQuery(audit),
  );
});
afterAll(async () => {
  await Promise.all([owner?.destroy(), audit?.destroy()]);
  await database?.drop();
});

const aMessage = (project_id: string, change: Partial<AuditRecordV1> = {}) =>
  anAuditRecord({ project_id, flag_id: randomUUID(), flag_key: 'new-checkout', ...change });

const request = (chainId: string, filter: LinkFilter = {}) => ({
  chainId,
  filter,
  authorized: async () => undefined,
});

async function collect(text: AsyncIterable<string>): Promise<string> {
  let all = '';
  for await (const part of text) all += part;
  return all;
}

const linesOf = (text: string) => text.trimEnd().split('\n');
const verify = (text: string) => verifyExport(Readable.from(linesOf(text)));

/** A project with this many entries, with values of about this length. */
async function aLongHistory(entries: number, length: number): Promise<string> {
  const [project, user_id, new_values] = [randomUUID(), randomUUID(), { text: 'x'.repeat(length) }];
  const messages = Array.from({ length: entries }, () => aMessage(project, { user_id, new_values }));
  for (let from = 0; from < entries; from += 100)
    await new RecordService(audit).record(...messages.slice(from, from + 100));
  return project;
}

describe('an export', () => {
  it('as NDJSON passes verification, lists names next to entries, and reveals later changes of the file', async () => {
    const project = randomUUID();
    const messages = Array.from({ length: 3 }, (_, n) =>
      aMessage(project, { new_values: { email: `bo${n}@example.com`, text: 'line\nbreak "\u2028' } }),
    );
    await new RecordService(audit).record(...messages);
    const text = await collect(exports.ndjson(request(project)));
    const { chain_id, comparison } = await verify(text);
    expect({ chain_id, entries: comparison.entries, fault: comparison.fault }).toEqual({
      chain_id: project,
      entries: 3,
      fault: undefined,
    });
    const [, first = ''] = linesOf(text);
    const { people, entry } = JSON.parse(first);
    expect(Object.values(people)).toEqual([
      { name: 'Ada', email: null },
      { name: null, email: 'bo0@example.com' },
    ]);
    expect(JSON.stringify(entry)).not.toMatch(/Ada|example/);
    expect((await verify(text.replace('"is_enabled":false', '"is_enabled":true'))).comparison.fault).toMatchObject({
      kind: 'entry_changed',
      seq: 1,
    });
  });

  it('reveals changes in the database, even an entry that is no longer JSON', async () => {
    const project = await aLongHistory(4, 1);
    await owner.transaction(async (manager) => {
      await manager.query('set local session_replication_role = replica');
      await manager.query(`update audit.entries set content = E'{\\n' where chain_id = $1 and seq = 3`, [project]);
    });
    const text = await collect(exports.ndjson(request(project)));
    expect(linesOf(text)).toHaveLength(6);
    expect((await verify(text)).comparison.fault).toEqual({ kind: 'entry_changed', seq: 3, to_seq: 3 });
  });

  it('contains only entries that pass the filters, and then cannot be verified', async () => {
    const project = randomUUID();
    const [one, other, third] = [aMessage(project), aMessage(project, { action: 'flag_delete' }), aMessage(project)];
    await new RecordService(audit).record(one, other, third);
    const idsBy = async (filter: LinkFilter) => {
      const text = await collect(exports.ndjson(request(project, filter)));
      await expect(verify(text)).rejects.toThrow('was filtered');
      return linesOf(text).flatMap((line) => JSON.parse(line).entry?.id ?? []);
    };
    expect(await idsBy({ action: 'flag_delete' })).toEqual([other.event_id]);
    expect(await idsBy({ user_id: one.user_id })).toEqual([one.event_id]);
    expect(await idsBy({ flag_id: third.flag_id! })).toEqual([third.event_id]);
    expect(await idsBy({ environment_id: randomUUID() })).toEqual([]);
    const edits = { action: 'flag_update', old_values: { is_enabled: true, rollout_percentage: 7 } } as const;
    const switched = aMessage(project, { ...edits, new_values: { is_enabled: false, rollout_percentage: 76 } });
    const stayed = aMessage(project, { ...edits, new_values: { is_enabled: true, rollout_percentage: 76 } });
    await new RecordService(audit).record(switched, stayed);
    expect(await idsBy({ action: FLAG_SWITCH })).toEqual([one, third, switched].map(({ event_id }) => event_id));
    expect(await idsBy({ from: '2020-01-01T00:00:00Z', to: '2020-01-02T00:00:00Z' })).toEqual([]);
  });

  it('as CSV has one line per entry, with names and no formulas', async () => {
    const project = randomUUID();
    await new RecordService(audit).record(
      aMessage(project, { user_name: '=cmd()', flag_key: 'a,"b;＝c;\n-d' }),
      aMessage(project, { flag_key: '\n=a;" =b' }),
    );
    const [header, first, second, end] = (await collect(exports.csv(request(project)))).split('\r\n');
    expect(header).toMatch(/^\uFEFFseq,created_at,user_name,.*,hash$/);
    expect(first).toMatch(/^"1","[^,]+","'=cmd\(\)","[^,]+","flag_toggle","a,""b;'＝c;\n'-d",/);
    expect(first).toContain('"{""is_enabled"":false}"');
    expect([second?.slice(0, 4), end]).toEqual(['"2",', '']);
    expect(second).toContain(`"'\n'=a;"" '=b"`);
  });

  it('reads one part ahead of the client, and is complete for a long history', async () => {
    const project = await aLongHistory(1_200, 10_000);
    const reads = jest.spyOn(audit as { sql: (...given: unknown[]) => unknown }, 'sql');
    const stream = Readable.from(exports.ndjson(request(project)));
    const parts: string[] = [];
    for await (const part of stream) {
      parts.push(part);
      // Two for checkpoints and bounds, then links and people for each part that the client read or that is buffered.
      expect(reads.mock.calls.length).toBeLessThanOrEqual(2 + 2 * (parts.length + 2));
    }
    reads.mockRestore();
    expect(Math.max(...parts.map(({ length }) => length))).toBeLessThan(1_500_000);
    expect(parts.length).toBeGreaterThan(10);
    expect((await verify(parts.join(''))).comparison).toMatchObject({ entries: 1_200, fault: undefined });
  });

  it('hides addresses of invited people from an admin who is demoted midway, from the next part on', async () => {
    const project = randomUUID();
    const invitations = Array.from({ length: 500 }, () => {
      const event_id = randomUUID();
      const new_values = { email_of: event_id, email: 'bo@example.com', role: 'viewer', text: 'x'.repeat(10_000) };
      return aMessage(project, { event_id, action: 'invitation_create', flag_id: null, flag_key: null, new_values });
    });
    for (let from = 0; from < invitations.length; from += 100)
      await new RecordService(audit).record(...invitations.slice(from, from + 100));
    for (const format of ['ndjson', 'csv'] as const) {
      let [parts, role]: [number, Role] = [0, 'admin'];
      // The check before the second part finds the new role.
      const authorized = async () => void (parts++ === 1 && (role = 'viewer'));
      const text = await collect(exports[format]({ ...request(project), authorized, role: () => role }));
      const shown = linesOf(text).flatMap((line) =>
        line.includes('x'.repeat(100)) ? [line.includes('bo@example.com')] : [],
      );
      expect(shown).toHaveLength(invitations.length);
      const demotedAt = shown.indexOf(false);
      expect(demotedAt).toBeGreaterThan(0);
      expect(new Set(shown.slice(demotedAt))).toEqual(new Set([false]));
    }
  });

  it('ends when the client loses access', async () => {
    const project = await aLongHistory(10, 1);
    const authorized = () => Promise.reject(new Error('signed out'));
    await expect(collect(exports.ndjson({ ...request(project), authorized }))).rejects.toThrow('signed out');
  });
});
