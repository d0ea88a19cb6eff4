import { randomUUID } from 'node:crypto';
import { anAuditRecord } from '@burgee/testing/unit';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { QueryFailedError } from 'typeorm';
import { EntryQueue } from './record.service.js';
import type { RecordedMessage, StoredEntry } from './to-stored-entry.js';

const PROJECT = randomUUID();
const OTHER = randomUUID();

/** A statement that was sent, with its entries by their comments. */
interface Statement {
  entries: string[];
  end: (error?: Error) => void;
}

let sent: Statement[];
let queue: EntryQueue;

const anEntry = (comment: string, project_id = PROJECT): RecordedMessage => ({
  ...anAuditRecord(),
  project_id,
  comment,
});
const commentOf = ({ content }: StoredEntry) => (JSON.parse(content) as { comment: string }).comment;
const many = (count: number, project?: ReturnType<typeof randomUUID>) =>
  Array.from({ length: count }, (_, n) => queue.add(anEntry(String(n), project)));
const eachSent = () => sent.map(({ entries }) => entries.length);
const settled = () => new Promise(setImmediate);

beforeEach(() => {
  sent = [];
  queue = new EntryQueue({
    store: (entries) =>
      new Promise((resolve, reject) =>
        sent.push({ entries: entries.map(commentOf), end: (error) => (error ? reject(error) : resolve()) }),
      ),
  });
});

describe('queued audit entries', () => {
  it('S118 stores the entries of one project in order, many per statement, one statement at a time', async () => {
    const stored = many(70);
    await settled();
    expect(eachSent()).toEqual([50]);
    for (let n = 0; n < 2; n++) {
      sent[n]?.end();
      await settled();
    }
    await Promise.all(stored);
    expect(eachSent()).toEqual([50, 20]);
    expect(sent.flatMap(({ entries }) => entries)).toEqual(Array.from({ length: 70 }, (_, n) => String(n)));
  });

  it('S118 writes six projects at once and the others in rotation, so that none delays another', async () => {
    for (let n = 0; n < 6; n++) many(60, randomUUID());
    void queue.add(anEntry('other', OTHER));
    await settled();
    expect(eachSent()).toEqual([50, 50, 50, 50, 50, 50]);
    sent[0]?.end();
    await settled();
    expect(sent.at(-1)?.entries).toEqual(['other']);
  });

  it('limits statements with large entries by size, with at least one entry each', async () => {
    const large = (n: number) => queue.add(anEntry(`${n}${'x'.repeat(200_000)}`));
    void queue.add(anEntry('first'));
    for (let n = 0; n < 2; n++) void large(n);
    await settled();
    for (let n = 0; n < 2; n++) {
      sent[n]?.end();
      await settled();
    }
    expect(eachSent()).toEqual([2, 1]);
  });

  it('stores the other entries when Postgres rejects one permanently', async () => {
    const answers = Promise.allSettled([
      queue.add(anEntry('first')),
      queue.add(anEntry('bad')),
      queue.add(anEntry('good')),
    ]);
    await settled();
    const never = new QueryFailedError('insert', [], Object.assign(new Error('no such character'), { code: '22P05' }));
    for (const error of [never, undefined, never, undefined]) {
      sent.at(-1)?.end(error);
      await settled();
    }
    expect((await answers).map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    expect(sent.map(({ entries }) => entries)).toEqual([['first', 'bad', 'good'], ['first'], ['bad'], ['good']]);
  });

  it('rejects all entries while Postgres is down, and tries the next one again', async () => {
    const answers = Promise.allSettled([queue.add(anEntry('first')), queue.add(anEntry('second'))]);
    await settled();
    sent[0]?.end(new Error('connect ECONNREFUSED'));
    expect((await answers).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    const next = queue.add(anEntry('next'));
    await settled();
    sent[1]?.end();
    await next;
    expect(sent[1]?.entries).toEqual(['next']);
  });
});
