import { createHash, generateKeyPairSync, randomUUID } from 'node:crypto';
import { INSTANCE_CHAIN } from '@burgee/contracts/wire';
import { anAuditRecord, createTestDatabase, type TestDatabase } from '@burgee/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { pino } from 'pino';
import { DataSource } from 'typeorm';
import { EntryQuery } from '../read/entry.query.js';
import { PeopleQuery } from '../read/people.query.js';
import { ExpiredEntries } from '../retention/expired-entries.js';
import { BeginningSigner } from '../retention/beginning-signer.js';
import { ERASED_NAME } from '../read/to-entry-view.js';
import { RecordService } from './record.service.js';

let database: TestDatabase;
/** Connections of the owner and of audit. */
let owner: DataSource;
let audit: DataSource;
let records: RecordService;

beforeAll(async () => {
  database = await createTestDatabase();
  owner = await new DataSource({ type: 'postgres', url: database.adminUrl }).initialize();
  audit = await new DataSource({ type: 'postgres', url: database.urlFor('audit') }).initialize();
  records = new RecordService(audit);
});
afterAll(async () => {
  await Promise.all([owner?.destroy(), audit?.destroy()]);
  await database?.drop();
});

interface Link {
  seq: number;
  content: string;
  hash: Buffer;
}

const linksOf = (project: string) =>
  owner.sql<Link[]>`select seq, content, hash from audit.entries where chain_id = ${project} order by seq`;

/** The expected hash of the last link. */
function hashOf(links: readonly Link[], before: Buffer = Buffer.alloc(0)): Buffer {
  return links.reduce<Buffer>((hash, { seq, content }) => {
    const number = Buffer.alloc(8);
    number.writeBigInt64BE(BigInt(seq));
    return createHash('sha256').update(hash).update(number).update(content).digest();
  }, before);
}

const headOf = async (project: string) =>
  (
    await owner.sql<{ seq: number; hash: Buffer }[]>`select seq, hash from audit.chains where chain_id = ${project}`
  )[0]!;

const show = async (project: string) =>
  (await new EntryQuery(audit, new PeopleQuery(audit)).page({ project_id: project, role: 'admin' }, undefined)).entries;

/** The first day of the month this many months ago, as Postgres counts. */
async function monthsAgo(months: number): Promise<string> {
  const [row] = await owner.sql<{ month: string }[]>`
    select to_char(date_trunc('month', now() at time zone 'UTC') - make_interval(months => ${months}), 'YYYY-MM-DD') as month`;
  return row!.month;
}

/** Records one entry in each of these past months. */
async function recordIn(project: string, ago: readonly number[]): Promise<void> {
  const months = await Promise.all(ago.map(monthsAgo));
  const contents = months.map((month) =>
    JSON.stringify({ ...anAuditRecord(), id: randomUUID(), project_id: project, created_at: `${month}T12:00:00.000Z` }),
  );
  await owner.sql`select audit.append(${contents}::text[], ${months}::date[])`;
}

const SILENT = pino({ level: 'silent' });
const AUDIT_CHECKPOINT_KEY = generateKeyPairSync('ed25519')
  .privateKey.export({ type: 'pkcs8', format: 'pem' })
  .toString();

const expire = (AUDIT_RETENTION_MONTHS: number) =>
  new ExpiredEntries(
    { DATABASE_URL_MAINTENANCE: database.urlFor('audit-maintenance'), AUDIT_RETENTION_MONTHS },
    SILENT,
    new BeginningSigner({ AUDIT_CHECKPOINT_KEY }, audit, records, SILENT),
  ).run();

describe('recording entries', () => {
  it('concurrent batches of any size form one chain without gaps, with correct hashes', async () => {
    const project_id = randomUUID();
    const messages = Array.from({ length: 60 }, () => anAuditRecord({ project_id }));
    await Promise.all([
      ...messages.slice(0, 20).map((message) => records.record(message)),
      records.record(...messages.slice(20, 40)),
      records.record(...messages.slice(40), anAuditRecord()),
    ]);
    const links = await linksOf(project_id);
    expect(links.map(({ seq }) => seq)).toEqual(Array.from({ length: 60 }, (_, n) => n + 1));
    expect(links.at(-1)!.hash).toEqual(hashOf(links));
    expect(await headOf(project_id)).toEqual({ seq: 60, hash: hashOf(links) });
  });

  it('stores each message once, however often and concurrently it arrives', async () => {
    const message = anAuditRecord();
    await Promise.all([...Array(8)].map(() => records.record(message, anAuditRecord(), message)));
    const links = await linksOf(message.project_id);
    expect(links).toHaveLength(1);
    expect(await headOf(message.project_id)).toEqual({ seq: 1, hash: hashOf(links) });
    expect(await records.isRecorded(message.event_id)).toBe(true);
  });

  it('keeps names and addresses out of the hashed content and shows them with the entry', async () => {
    const [member, project_id] = [randomUUID(), randomUUID()];
    const joined = anAuditRecord({
      project_id,
      action: 'member_add',
      old_values: { email: 'bo@invited.example', role: 'viewer' },
      new_values: { user_id: member, email: 'bo@example.com', role: 'viewer' },
    });
    await records.record(joined);
    const [link] = await linksOf(project_id);
    expect(link!.content).not.toMatch(/Ada|bo@/);
    expect(await show(project_id)).toEqual([
      {
        id: joined.event_id,
        ...Object.fromEntries(
          Object.entries(joined).filter(([key]) => !['v', 'event_id', 'occurred_at'].includes(key)),
        ),
        group_id: null,
        comment: null,
        bypass_reason: null,
        created_at: joined.occurred_at,
      },
    ]);
  });

  it('stores what made a change, for whom and from where; an entry of an older service has none of it', async () => {
    const project_id = randomUUID();
    const [schedule, author] = [randomUUID(), randomUUID()];
    const provenance = {
      performed_by: { kind: 'schedule', id: schedule },
      on_behalf_of: author,
      via: 'schedule',
      run: 'https://ci.example/7',
    } as const;
    const older = { performed_by: undefined, on_behalf_of: undefined, via: undefined, run: undefined };
    await records.record(
      anAuditRecord({ project_id, ...provenance }),
      anAuditRecord({ project_id, ...older } as never),
    );
    const links = await linksOf(project_id);
    expect(links.map(({ content }) => JSON.parse(content) as object)).toEqual([
      expect.objectContaining(provenance),
      expect.not.objectContaining({ via: expect.anything() }),
    ]);
    expect(links.at(-1)!.hash).toEqual(hashOf(links));
    const none = { performed_by: null, on_behalf_of: null, via: null, run: null };
    // Both may be of one millisecond, where ids decide the order.
    const shown = await show(project_id);
    expect(shown).toHaveLength(2);
    for (const one of [none, provenance]) expect(shown).toContainEqual(expect.objectContaining(one));
  });

  it('stores a group id only for entries of a group', async () => {
    const [project_id, group_id] = [randomUUID(), randomUUID()];
    await records.record(anAuditRecord({ project_id, group_id }), anAuditRecord({ project_id }));
    const contents = (await linksOf(project_id)).map(({ content }) => content);
    expect(contents.map((content) => content.includes('group_id'))).toEqual([true, false]);
    const shown = await show(project_id);
    expect(shown.map((entry) => entry.group_id).toSorted()).toEqual([group_id, null]);
  });
});

async function erase(person: string | null, address: string | null): Promise<void> {
  const url = database.urlFor('audit-maintenance');
  const maintenance = await new DataSource({ type: 'postgres', url }).initialize();
  await maintenance.sql`select audit.erase_person(${person}, ${address})`;
  await maintenance.destroy();
}

describe('erasing a person', () => {
  it('erases by id or address without changing entries, and a later message does not restore the name', async () => {
    const [project_id, user_id] = [randomUUID(), randomUUID()];
    const email = `${user_id}@example.com`;
    await records.record(
      anAuditRecord({ project_id, user_id, new_values: { user_id, email } }),
      anAuditRecord({ project_id, action: 'invitation_create', old_values: null, new_values: { email } }),
    );
    const before = await linksOf(project_id);
    await erase(user_id, email);
    expect(await linksOf(project_id)).toEqual(before);
    await records.record(anAuditRecord({ project_id, user_id, new_values: { user_id, email } }));
    const entries = await show(project_id);
    expect(entries.filter((entry) => entry.user_id === user_id).map(({ user_name }) => user_name)).toEqual([
      ERASED_NAME,
      ERASED_NAME,
    ]);
    expect(entries.map(({ new_values }) => new_values?.email)).toEqual([ERASED_NAME, ERASED_NAME, ERASED_NAME]);
  });

  it('erases the sign-in addresses of that person and of no other', async () => {
    const [ada, bob] = [randomUUID(), randomUUID()];
    const signIn = (user_id: string, action: 'sign_in' | 'password_change', address: string) => ({
      ...anAuditRecord({ project_id: INSTANCE_CHAIN, user_id, old_values: null, new_values: { address } }),
      action,
    });
    await records.record(
      signIn(ada, 'sign_in', '192.0.2.1'),
      signIn(ada, 'password_change', '192.0.2.2'),
      signIn(bob, 'sign_in', '192.0.2.1'),
    );
    const before = await linksOf(INSTANCE_CHAIN);
    expect(JSON.stringify(before)).not.toContain('192.0.2.');
    await erase(ada, null);
    expect(await linksOf(INSTANCE_CHAIN)).toEqual(before);
    const addresses = async () => {
      const people = await audit.sql<{ email: string | null }[]>`
        select p.email from audit.entries e join audit.people p on p.person_id = e.id
        where e.chain_id = ${INSTANCE_CHAIN} order by e.seq`;
      return people.map(({ email }) => email);
    };
    expect(await addresses()).toEqual([null, null, '192.0.2.1']);
    await erase(null, '192.0.2.1');
    expect(await addresses()).toEqual([null, null, null]);
  });
});

describe('the entry of a deleted account', () => {
  const isErased = async (...people: string[]) =>
    audit.sql<unknown[]>`
      select from audit.people where person_id = any(${people}::uuid[]) and coalesce(name, email) is not null`.then(
      (left) => left.length === 0,
    );

  it('erases its person, also from messages that come later or again, and changes no entry', async () => {
    const [project_id, user_id, invitation] = [randomUUID(), randomUUID(), randomUUID()];
    const email = `${user_id}@example.com`;
    const invited = anAuditRecord({
      event_id: invitation,
      project_id,
      action: 'invitation_create',
      new_values: { email },
    });
    const joined = anAuditRecord({ project_id, user_id, action: 'member_add', new_values: { user_id, email } });
    const signedIn = {
      ...anAuditRecord({ project_id: INSTANCE_CHAIN, user_id, new_values: { address: '192.0.2.7' } }),
      action: 'sign_in' as const,
    };
    const deleted = {
      ...anAuditRecord({ project_id: INSTANCE_CHAIN, user_id: randomUUID(), new_values: { user_id } }),
      action: 'account_delete' as const,
    };
    await records.record(invited);
    await records.record(deleted);
    await records.record(joined, signedIn);
    const before = await linksOf(project_id);
    expect(await isErased(user_id, invitation, signedIn.event_id)).toBe(true);
    await records.record(joined, deleted);
    await records.record(invited, deleted);
    expect(await isErased(user_id, invitation, signedIn.event_id)).toBe(true);
    expect(await linksOf(project_id)).toEqual(before);
    expect(before.at(-1)!.hash).toEqual(hashOf(before));
    const shown = await show(project_id);
    expect(shown.find(({ action }) => action === 'member_add')).toMatchObject({
      user_name: 'Deleted account',
      new_values: { user_id, email: 'Deleted account' },
    });
    expect(shown.find(({ action }) => action === 'invitation_create')).toMatchObject({ user_name: 'Ada' });
  });

  it('counts only in the chain of the instance', async () => {
    const [user_id, project_id] = [randomUUID(), randomUUID()];
    const forged = anAuditRecord({ project_id, user_id, new_values: { user_id } });
    await records.record({ ...forged, action: 'account_delete' });
    expect(await isErased(user_id)).toBe(false);
  });
});

describe('retention', () => {
  it('drops older months, continues the chain from an anchor, and does not store an old message again', async () => {
    const project = randomUUID();
    await recordIn(project, [6, 5, 5, 4, 2, 1, 0]);
    const before = await linksOf(project);
    expect(before).toHaveLength(7);
    const old = anAuditRecord({ project_id: project, occurred_at: `${await monthsAgo(5)}T12:00:00.000Z` });
    await expire(3);
    const kept = await linksOf(project);
    expect(kept.slice(0, -1)).toEqual(before.slice(4));
    expect(JSON.parse(kept.at(-1)!.content)).toMatchObject({
      action: 'history_dropped',
      new_values: { dropped: { seq: 4, hash: before[3]!.hash.toString('hex') }, retention_months: 3 },
      performed_by: { kind: 'operator' },
    });
    const anchors = await owner.sql<{ seq: number; hash: Buffer }[]>`
      select seq, hash from audit.anchors where chain_id = ${project} order by seq`;
    expect(anchors[0]).toEqual({ seq: 4, hash: before[3]!.hash });
    expect(hashOf(kept.slice(0, -1), anchors[0]!.hash)).toEqual(before[6]!.hash);
    const months = await owner.sql<unknown[]>`select from audit.months where month < ${await monthsAgo(3)}`;
    const ids = await owner.sql<unknown[]>`select from audit.received where month < ${await monthsAgo(2)}`;
    expect([months.length, ids.length]).toEqual([0, 0]);
    await records.record(old);
    expect(await linksOf(project)).toEqual(kept);
    await expire(3);
    expect(await linksOf(project)).toEqual(kept);
  });

  it('of 0.1.0, which signs no beginnings, drops nothing next to this version', async () => {
    const project = randomUUID();
    await owner.sql`delete from audit.retention`;
    await recordIn(project, [6]);
    await owner.sql`select audit.drop_months(${await monthsAgo(3)}::date)`;
    expect(await linksOf(project)).toHaveLength(1);
  });

  it('forgets message ids sooner, and still stores a message once that comes again later', async () => {
    const message = anAuditRecord({ occurred_at: `${await monthsAgo(3)}T12:00:00.000Z` });
    await records.record(message);
    await owner.sql`update audit.received set month = ${await monthsAgo(4)} where event_id = ${message.event_id}`;
    await expire(0);
    expect(await records.isRecorded(message.event_id)).toBe(false);
    await records.record(message);
    expect(await linksOf(message.project_id)).toHaveLength(1);
  });

  it('drops nothing by default', async () => {
    const project = randomUUID();
    await recordIn(project, [2]);
    await expire(0);
    expect(await linksOf(project)).toHaveLength(1);
  });

  it('keeps the present month, even when asked to drop it', async () => {
    const message = anAuditRecord();
    await records.record(message);
    await owner.sql`select audit.drop_signed_months('9999-01-01')`;
    expect(await linksOf(message.project_id)).toHaveLength(1);
  });
});
