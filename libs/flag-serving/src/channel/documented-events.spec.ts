import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ServerResponse } from 'node:http';
import type { ChangeRow } from '@burgee/contracts/wire';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { StreamConnection } from '../connection/stream-connection.js';
import { RenderedFlagSet } from '../flag-set/rendered-flag-set.js';
import { EnvironmentChannel } from './environment-channel.js';
import { createEventMemory } from './recent-events.js';
import { SnapshotPacer } from './snapshot-pacer.js';
import { FLAG_AND_ACCESS_EVENTS, formatEvent } from './stream-events.js';

const EPOCH = '3f9a1c07b2d4';
const ROOT = process.cwd();
const PAGE = readFileSync(join(ROOT, 'docs', 'reference', 'events.md'), 'utf8');
const EXAMPLES = [...PAGE.matchAll(/```text\n(.*?)```/gs)].map(([, text = '']) => text);

const golden = (name: string) =>
  JSON.parse(readFileSync(join(ROOT, 'libs', 'contracts', 'src', 'messages', 'fixtures', `${name}.v1.json`), 'utf8'));

/** The golden messages as Postgres keeps them: with the fields in an order of its own. */
function history(): ChangeRow[] {
  const [updated, deleted] = [golden('flag-updated'), golden('flag-deleted')];
  const { environment_id } = updated;
  const shuffled = Object.fromEntries(Object.entries(updated.flag).toReversed());
  const written = { epoch: EPOCH, occurred_at: new Date(), traceparent: null };
  return [
    { ...written, environment_id, revision: updated.revision, kind: 'flag_updated', data: shuffled as never },
    {
      ...written,
      environment_id,
      revision: deleted.revision,
      kind: 'flag_deleted',
      data: { key: deleted.key, flag_id: deleted.flag_id },
    },
  ];
}

describe('docs/reference/events.md shows events byte for byte as they are sent', () => {
  const rows = history();
  const { environment_id } = rows[0] as ChangeRow;
  let sent: string[];

  beforeAll(async () => {
    sent = [];
    const response = {
      writeHead: () => ({ flushHeaders: () => undefined }),
      chunkedEncoding: false,
      socket: { write: (bytes: Buffer) => sent.push(bytes.toString()), cork: () => {}, uncork: () => {} },
    };
    const connection = new StreamConnection(response as unknown as ServerResponse, 'key', Infinity, {
      drained: () => undefined,
      eventSent: () => undefined,
      delivered: () => undefined,
    });
    connection.begin({});
    const snapshot = new RenderedFlagSet({
      environmentId: environment_id,
      epoch: EPOCH,
      revision: 43,
      body: Buffer.from('[]'),
    });
    const context = {
      changesAfter: async (_id: string, revision: number) => ({
        rows: rows.filter((row) => row.revision > revision),
        asOf: 0,
      }),
      latestVersion: async () => snapshot.set,
      flagSet: () => snapshot,
      load: <T>(_id: string, read: () => Promise<T>) => read(),
      send: async (_id: string, steps: Iterator<unknown>) => {
        while (!steps.next().done);
      },
      failed: () => undefined,
      changed: () => undefined,
      pacer: new SnapshotPacer(),
      eventMemory: createEventMemory(1e9),
      sent: () => undefined,
    };
    const channel = new EnvironmentChannel(environment_id, EPOCH, 43, context);
    connection.sent = 41;
    await channel.catchUp(connection);
    await channel.start(connection, { snapshot });
    sent.unshift(formatEvent('ready', `${EPOCH}-41`, { environment_id, revision: 41 }).plain.toString());
    sent.push(String(FLAG_AND_ACCESS_EVENTS.access?.plain));
    const { wait_id } = golden('applied-wanted');
    const wanted = { wait_id, position: `${EPOCH}-43`, within_ms: 5_000 };
    sent.push(String(formatEvent('applied_wanted', undefined, wanted).plain));
  });

  it('ready, flag_updated, flag_deleted, snapshot, access, applied_wanted', () => {
    expect(EXAMPLES).toEqual(sent);
  });
});
