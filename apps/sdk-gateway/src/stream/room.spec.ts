import type { ServerResponse } from 'node:http';
import type { ChangeRow } from '@burgee/contracts';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { RenderedFlagSet } from '../flag-sets/rendered-flag-set.js';
import { isGapless, Room, type RoomSource } from './room.js';
import { StreamConnection } from './stream-connection.js';

/** A socket that takes what it is given until it is told not to. */
class FakeResponse {
  written = '';
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
    });
  }

  async changesAfter(_environmentId: string, revision: number): Promise<ChangeRow[]> {
    this.queries++;
    return this.rows.filter((row) => row.revision > revision);
  }

  async snapshot(): Promise<RenderedFlagSet> {
    return new RenderedFlagSet({ environmentId: 'env', epoch: this.epoch, revision: this.revision, body: '[]' });
  }
}

describe('room', () => {
  let history: History;
  let room: Room;
  beforeEach(() => {
    history = new History();
    room = new Room('env', 'e', 0, history, (error) => {
      throw error;
    });
  });

  function connect(sent = 0): { response: FakeResponse; connection: StreamConnection } {
    const response = new FakeResponse();
    const connection = new StreamConnection(
      response as unknown as ServerResponse,
      'hash',
      (one) => void room.catchUp(one),
    );
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
    expect(history.queries).toBe(2);
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
    room.wake();
    await settled();
    history.rows = history.rows.slice(2);
    const { response, connection } = connect(1);
    await room.catchUp(connection);
    expect(response.events).toEqual(['snapshot 4']);
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
    await room.restart();
    expect(client.events).toEqual(['snapshot 1']);
    expect([room.epoch, room.revision]).toEqual(['f', 1]);
  });

  it('a restart whose snapshot cannot be had leaves the room as it was, so that it is tried again', async () => {
    history.epoch = 'f';
    history.snapshot = () => Promise.reject(new Error('gone'));
    await expect(room.restart()).rejects.toThrow('gone');
    expect(room.epoch).toBe('e');
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
