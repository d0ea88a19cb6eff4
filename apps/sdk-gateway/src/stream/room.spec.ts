import type { ServerResponse } from 'node:http';
import type { ChangeRow } from '@burgee/contracts';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { RenderedFlagSet } from '../flag-sets/rendered-flag-set.js';
import { Room, type RoomSource } from './room.js';
import { isGapless } from './stream-event.js';
import { StreamConnection } from './stream-connection.js';

/** A response, and its socket, that take what they are given until they are told not to. */
class FakeResponse {
  written = '';
  socket = this;
  chunkedEncoding = false;
  writableLength = 0;
  destroyed = false;
  writableEnded = false;
  private drained: (() => void) | undefined;

  write(bytes: Buffer): boolean {
    this.written += bytes.toString();
    return true;
  }

  once(_event: string, listener: () => void): void {
    this.drained = listener;
  }

  writeHead(): this {
    return this;
  }

  flushHeaders(): void {}

  drain(): void {
    this.writableLength = 0;
    this.drained?.();
  }

  /** What the client was sent, as `kind revision`. */
  get events(): string[] {
    return [...this.written.matchAll(/event: (\w+)\ndata: (.*)\n/g)].map(
      ([, kind, data]) => `${kind} ${JSON.parse(data ?? '').revision}`,
    );
  }
}

const settled = async () => {
  for (let i = 0; i < 20; i++) await new Promise((resolve) => setImmediate(resolve));
};

/** A history in the place of Postgres. */
class History implements RoomSource {
  rows: ChangeRow[] = [];
  queries = 0;
  epoch = 'e';
  failures: unknown[] = [];

  get revision(): number {
    return this.rows.at(-1)?.revision ?? 0;
  }

  change(): void {
    const revision = this.revision + 1;
    this.rows.push({
      environment_id: 'env',
      revision,
      kind: 'flag_deleted',
      data: { flag_id: 'f', key: `k${revision}` },
      epoch: this.epoch,
      occurred_at: new Date(),
      traceparent: null,
    });
  }

  async changesAfter(_environmentId: string, revision: number): Promise<ChangeRow[]> {
    this.queries++;
    return this.rows.filter((row) => row.revision > revision);
  }

  async snapshot(): Promise<RenderedFlagSet> {
    return new RenderedFlagSet({ environmentId: 'env', epoch: this.epoch, revision: this.revision, body: '[]' });
  }

  failed(error: unknown): void {
    this.failures.push(error);
  }

  sent(): void {}
}

describe('room', () => {
  let history: History;
  let room: Room;
  beforeEach(() => {
    history = new History();
    room = new Room('env', 'e', 0, history);
  });

  function connect(sent = 0): { response: FakeResponse; connection: StreamConnection } {
    const response = new FakeResponse();
    const connection = new StreamConnection(
      response as unknown as ServerResponse,
      'hash',
      Infinity,
      (one) => void room.catchUp(one),
    );
    connection.begin({});
    connection.sent = sent;
    room.connections.add(connection);
    return { response, connection };
  }

  async function live(): Promise<FakeResponse> {
    const { response, connection } = connect();
    await room.catchUp(connection);
    return response;
  }

  it('sends every change once and in order, however often the doorbell rings', async () => {
    const client = await live();
    for (let i = 0; i < 3; i++) {
      history.change();
      room.wake();
      room.wake();
      room.wake();
    }
    await settled();
    room.wake();
    await settled();
    expect(client.events).toEqual(['flag_deleted 1', 'flag_deleted 2', 'flag_deleted 3']);
  });

  it('a lost doorbell is made up for by the next look', async () => {
    const client = await live();
    history.change();
    history.change();
    room.wake();
    await settled();
    expect(client.events).toEqual(['flag_deleted 1', 'flag_deleted 2']);
  });

  it('asks once for all connections', async () => {
    await Promise.all([live(), live(), live()]);
    history.queries = 0;
    history.change();
    room.wake();
    await settled();
    expect(history.queries).toBe(1);
  });

  it('a client that comes back gets what it missed, then what follows, each once', async () => {
    for (let i = 0; i < 4; i++) history.change();
    room.wake();
    await settled();
    const { response, connection } = connect(2);
    const catchingUp = room.catchUp(connection);
    history.change();
    room.wake();
    await catchingUp;
    await settled();
    expect(response.events).toEqual(['flag_deleted 3', 'flag_deleted 4', 'flag_deleted 5']);
  });

  it('what can no longer be replayed becomes a snapshot', async () => {
    for (let i = 0; i < 4; i++) history.change();
    room = new Room('env', 'e', 4, history);
    history.rows = history.rows.slice(2);
    const { response, connection } = connect(1);
    await room.catchUp(connection);
    expect(response.events).toEqual(['snapshot 4']);
  });

  it('what has just been sent is sent again from memory', async () => {
    const client = await live();
    for (let i = 0; i < 3; i++) history.change();
    room.wake();
    await settled();
    history.queries = 0;
    const { response, connection } = connect(1);
    await room.start(connection, await room.prepare({ kind: 'continue', from: 1 }));
    expect(response.events).toEqual(['flag_deleted 2', 'flag_deleted 3']);
    expect(client.events).toHaveLength(3);
    expect(history.queries).toBe(0);
  });

  it('asks once for all who come back to the same place', async () => {
    for (let i = 0; i < 3; i++) history.change();
    room = new Room('env', 'e', 3, history);
    const clients = [connect(1), connect(1), connect(1)];
    await Promise.all(clients.map(({ connection }) => room.catchUp(connection)));
    expect(clients.map(({ response }) => response.events)).toEqual(
      clients.map(() => ['flag_deleted 2', 'flag_deleted 3']),
    );
    expect(history.queries).toBe(1);
  });

  it('nobody joins a load that began before the room came to where it is', async () => {
    for (let i = 0; i < 2; i++) history.change();
    room = new Room('env', 'e', 2, history);
    const seen = [...history.rows];
    const gates: (() => void)[] = [];
    history.changesAfter = async (_environmentId, revision) => {
      const rows = seen.filter((row) => row.revision > revision);
      await new Promise<void>((open) => gates.push(open));
      return rows;
    };
    const early = room.eventsAfter(1);
    room.revision = 3;
    const late = room.eventsAfter(1);
    expect(gates).toHaveLength(2);
    for (const open of gates) open();
    await Promise.all([early, late]);
  });

  it('events of another history than the client stands in are never sent', async () => {
    for (let i = 0; i < 3; i++) history.change();
    room = new Room('env', 'old', 3, history);
    await expect(room.prepare({ kind: 'continue', from: 1 })).rejects.toThrow('cannot reach');
    const client = await live();
    room.wake();
    history.change();
    room.wake();
    await settled();
    expect(client.events).toEqual(['snapshot 3', 'flag_deleted 4']);
    expect(room.epoch).toBe('e');
  });

  it('a restart whose snapshot cannot be had leaves the room as it was, and is tried again', async () => {
    const client = await live();
    const { snapshot } = history;
    history.snapshot = () => Promise.reject(new Error('gone'));
    room.restart();
    await settled();
    expect(history.failures).toEqual([new Error('gone')]);
    history.snapshot = snapshot;
    history.epoch = 'f';
    room.wake();
    await settled();
    expect([room.epoch, client.events]).toEqual(['f', ['snapshot 0']]);
  });

  it.each([
    ['a snapshot', { kind: 'snapshot' } as const, ['snapshot 1', 'flag_deleted 2']],
    ['what it missed', { kind: 'continue', from: 0 } as const, ['flag_deleted 1', 'flag_deleted 2']],
  ])('what happens while %s is read for a new client reaches it, without anything more happening', async (...args) => {
    const [, opening, events] = args;
    history.change();
    room.wake();
    await settled();
    const { response, connection } = connect(opening.kind === 'continue' ? opening.from : room.revision);
    const beginning = await room.prepare(opening);
    history.change();
    room.wake();
    await settled();
    await room.start(connection, beginning);
    await settled();
    expect(response.events).toEqual(events);
  });

  it('after a restart nothing of the former history is remembered', async () => {
    await live();
    history.change();
    room.wake();
    await settled();
    history.epoch = 'f';
    room.restart();
    await settled();
    history.change();
    room.wake();
    await settled();
    expect(room.remembered(0)).toBeUndefined();
    expect(room.remembered(1)?.map(({ revision }) => revision)).toEqual([2]);
  });

  it('before it is begun, a connection is sent nothing', async () => {
    const response = new FakeResponse();
    const connection = new StreamConnection(response as never, 'hash', Infinity, () => undefined);
    room.connections.add(connection);
    room.restart();
    history.change();
    room.wake();
    await settled();
    expect(response.written).toBe('');
  });

  it('counts those that have been sent the newest event and have nothing of it left to write', async () => {
    const [fast, slow] = [await live(), await live()];
    expect(room.count()).toEqual({ environment_id: 'env', epoch: 'e', revision: 0, open: 2, sent: 2 });
    slow.writableLength = 10;
    history.change();
    room.wake();
    await settled();
    expect(fast.events).toEqual(slow.events);
    expect(room.count()).toMatchObject({ revision: 1, open: 2, sent: 1 });
  });

  it('a gap in the history becomes a snapshot for all', async () => {
    const client = await live();
    history.change();
    history.change();
    history.rows.shift();
    room.wake();
    await settled();
    expect(client.events).toEqual(['snapshot 2']);
    history.change();
    room.wake();
    await settled();
    expect(client.events).toEqual(['snapshot 2', 'flag_deleted 3']);
  });

  it('a new epoch becomes a snapshot for all', async () => {
    const client = await live();
    history.change();
    history.epoch = 'f';
    room.restart();
    await settled();
    expect(client.events).toEqual(['snapshot 1']);
    expect([room.epoch, room.revision]).toEqual(['f', 1]);
  });

  it('a change that no event can be made of becomes a snapshot, for those who are live and those who catch up', async () => {
    const client = await live();
    history.change();
    Object.assign(history.rows[0]!, { data: null });
    room.wake();
    await settled();
    expect(client.events).toEqual(['snapshot 1']);
    expect((await live()).events).toEqual(['snapshot 1']);
    history.change();
    room.wake();
    await settled();
    expect(client.events).toEqual(['snapshot 1', 'flag_deleted 2']);
  });

  it('nothing is written for a client that does not read; when it does, it gets what it missed', async () => {
    const slow = await live();
    const fast = await live();
    slow.writableLength = 300 * 1024;
    for (let i = 0; i < 3; i++) {
      history.change();
      room.wake();
      await settled();
    }
    expect(slow.events).toEqual(['flag_deleted 1']);
    expect(fast.events).toEqual(['flag_deleted 1', 'flag_deleted 2', 'flag_deleted 3']);
    slow.drain();
    await settled();
    expect(slow.events).toEqual(['flag_deleted 1', 'flag_deleted 2', 'flag_deleted 3']);
  });
});

describe('gapless', () => {
  it.each([
    [[1, 2, 3], 0, true],
    [[2, 3], 0, false],
    [[1, 3], 0, false],
    [[], 5, true],
  ])('%j after %i: %p', (revisions, after, gapless) => {
    expect(
      isGapless(
        revisions.map((revision) => ({ revision })),
        after,
      ),
    ).toBe(gapless);
  });
});
