import type { ServerResponse } from 'node:http';
import type { ChangeRow, FlagSetVersion } from '@burgee/contracts/wire';
import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import { initialEvents, type Resume } from '../connection/resume.js';
import { StreamConnection } from '../connection/stream-connection.js';
import { RenderedFlagSet } from '../flag-set/rendered-flag-set.js';
import { type ChannelContext, EnvironmentChannel } from './environment-channel.js';
import { createEventMemory } from './recent-events.js';
import { SnapshotPacer } from './snapshot-pacer.js';
import { isGapless } from './stream-events.js';

/** A response and its socket, which accept writes until a test blocks them. */
class FakeResponse {
  written = '';
  writes = 0;
  socket = this;
  chunkedEncoding = false;
  writableLength = 0;
  destroyed = false;
  writableEnded = false;
  private drained: (() => void) | undefined;
  private corked = false;

  cork(): void {
    this.corked = true;
    this.writes++;
  }

  uncork(): void {
    this.corked = false;
  }

  write(bytes: Buffer): boolean {
    this.written += bytes.toString();
    if (!this.corked) this.writes++;
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

const LISTENER = { drained: () => undefined, eventSent: () => undefined, delivered: () => undefined };

const settled = async () => {
  for (let i = 0; i < 20; i++) await new Promise((resolve) => setImmediate(resolve));
};

/** A change log instead of Postgres. */
class FakeLog implements ChannelContext {
  rows: ChangeRow[] = [];
  queries = 0;
  epoch = 'e';
  failures: unknown[] = [];
  pacer = new SnapshotPacer();
  eventMemory = createEventMemory(1e9);

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

  async changesAfter(_environmentId: string, revision: number) {
    this.queries++;
    return { rows: this.rows.filter((row) => row.revision > revision), asOf: 0 };
  }

  async latestVersion(): Promise<FlagSetVersion> {
    return { environmentId: 'env', epoch: this.epoch, revision: this.revision };
  }

  flagSet(version: FlagSetVersion): RenderedFlagSet {
    return new RenderedFlagSet({ ...version, body: Buffer.from('[]') });
  }

  load<T>(_environmentId: string, read: () => Promise<T>): Promise<T> {
    return read();
  }

  async send(_environmentId: string, steps: Iterator<unknown>, events?: object): Promise<void> {
    for (let step = steps.next(); !step.done; step = steps.next()) if (events) await this.afterEach();
  }

  /** Runs after each connection of a broadcast. */
  afterEach: () => Promise<void> | void = () => undefined;

  failed(error: unknown): void {
    this.failures.push(error);
  }

  changed(): void {}

  sent(): void {}
}

describe('environment channel', () => {
  let log: FakeLog;
  let channel: EnvironmentChannel;
  beforeEach(() => {
    log = new FakeLog();
    channel = new EnvironmentChannel('env', 'e', 0, log);
  });

  function connect(sent = 0): { response: FakeResponse; connection: StreamConnection } {
    const response = new FakeResponse();
    const connection = new StreamConnection(response as unknown as ServerResponse, 'hash', Infinity, {
      drained: (one) => void channel.catchUp(one),
      eventSent: () => undefined,
      delivered: () => undefined,
    });
    connection.begin({});
    connection.sent = sent;
    channel.connections.add(connection);
    return { response, connection };
  }

  /** Loads the first events of a stream. */
  const begin = (resume: Resume) =>
    initialEvents(channel, resume, { version: { ...channel, revision: channel.revision }, keyHash: 'hash' }, false);

  async function live(): Promise<FakeResponse> {
    const { response, connection } = connect();
    await channel.catchUp(connection);
    return response;
  }

  it('sends every change once and in order, however many notifications come', async () => {
    const client = await live();
    for (let i = 0; i < 3; i++) {
      log.change();
      channel.notify();
      channel.notify();
      channel.notify();
    }
    await settled();
    channel.notify();
    await settled();
    expect(client.events).toEqual(['flag_deleted 1', 'flag_deleted 2', 'flag_deleted 3']);
  });

  it('the next read makes up for a lost notification', async () => {
    const client = await live();
    log.change();
    log.change();
    channel.notify();
    await settled();
    expect(client.events).toEqual(['flag_deleted 1', 'flag_deleted 2']);
  });

  it('S63 sends changes made during a broadcast together afterwards', async () => {
    const clients = [await live(), await live(), await live()];
    let goOn: () => void = () => undefined;
    log.afterEach = () => new Promise<void>((resolve) => (goOn = resolve));
    log.change();
    channel.notify();
    await settled();
    expect(clients.map(({ events }) => events.length)).toEqual([1, 0, 0]);
    for (let one = 0; one < 3; one++) {
      log.change();
      channel.notify();
    }
    await settled();
    expect(log.queries).toBe(1);
    log.afterEach = () => undefined;
    goOn();
    await settled();
    for (const { events, writes } of clients) {
      expect(events).toEqual([1, 2, 3, 4].map((revision) => `flag_deleted ${revision}`));
      expect(writes).toBe(2);
    }
  });

  it('a stream opened during a broadcast gets each event once', async () => {
    await live();
    await live();
    let goOn: () => void = () => undefined;
    log.afterEach = () => new Promise<void>((resolve) => (goOn = resolve));
    log.change();
    channel.notify();
    await settled();
    const { response, connection } = connect(0);
    await channel.catchUp(connection);
    log.afterEach = () => undefined;
    goOn();
    await settled();
    expect(response.events).toEqual(['flag_deleted 1']);
  });

  it('reads once for all connections', async () => {
    await Promise.all([live(), live(), live()]);
    log.queries = 0;
    log.change();
    channel.notify();
    await settled();
    expect(log.queries).toBe(1);
  });

  it('a client that reconnects gets what it missed, then what follows, each once', async () => {
    for (let i = 0; i < 4; i++) log.change();
    channel.notify();
    await settled();
    const { response, connection } = connect(2);
    const catchingUp = channel.catchUp(connection);
    log.change();
    channel.notify();
    await catchingUp;
    await settled();
    expect(response.events).toEqual(['flag_deleted 3', 'flag_deleted 4', 'flag_deleted 5']);
  });

  it('a position too old to replay gets a snapshot', async () => {
    for (let i = 0; i < 4; i++) log.change();
    channel = new EnvironmentChannel('env', 'e', 4, log);
    log.rows = log.rows.slice(2);
    const { response, connection } = connect(1);
    await channel.catchUp(connection);
    expect(response.events).toEqual(['snapshot 4']);
  });

  it('a client behind by more than one read of the source gets a snapshot', async () => {
    for (let i = 0; i < 4; i++) log.change();
    channel = new EnvironmentChannel('env', 'e', 4, log);
    const { changesAfter } = log;
    log.changesAfter = async (...args) => {
      const { rows, asOf } = await changesAfter.apply(log, args);
      return { rows: rows.slice(0, 2), asOf };
    };
    const far = connect(1);
    await channel.catchUp(far.connection);
    expect(far.response.events).toEqual(['snapshot 4']);
    const near = connect(2);
    await channel.catchUp(near.connection);
    expect(near.response.events).toEqual(['flag_deleted 3', 'flag_deleted 4']);
  });

  it('recent events are replayed from memory', async () => {
    const client = await live();
    for (let i = 0; i < 3; i++) log.change();
    channel.notify();
    await settled();
    log.queries = 0;
    const { response, connection } = connect(1);
    await channel.start(connection, await begin({ kind: 'continue', from: 1 }));
    expect(response.events).toEqual(['flag_deleted 2', 'flag_deleted 3']);
    expect(client.events).toHaveLength(3);
    expect(log.queries).toBe(0);
  });

  it('loads once for all who resume at the same position', async () => {
    for (let i = 0; i < 3; i++) log.change();
    channel = new EnvironmentChannel('env', 'e', 3, log);
    const clients = [connect(1), connect(1), connect(1)];
    await Promise.all(clients.map(({ connection }) => channel.catchUp(connection)));
    expect(clients.map(({ response }) => response.events)).toEqual(
      clients.map(() => ['flag_deleted 2', 'flag_deleted 3']),
    );
    expect(log.queries).toBe(1);
  });

  it('no connection joins a load that began before the channel reached its revision', async () => {
    for (let i = 0; i < 2; i++) log.change();
    channel = new EnvironmentChannel('env', 'e', 2, log);
    const seen = [...log.rows];
    const gates: (() => void)[] = [];
    log.changesAfter = async (_environmentId, revision) => {
      const rows = seen.filter((row) => row.revision > revision);
      await new Promise<void>((open) => gates.push(open));
      return { rows, asOf: 0 };
    };
    const early = channel.eventsAfter(1);
    channel.revision = 3;
    const late = channel.eventsAfter(1);
    expect(gates).toHaveLength(2);
    for (const open of gates) open();
    await Promise.all([early, late]);
  });

  it('a client is never sent events of another epoch than its own', async () => {
    for (let i = 0; i < 3; i++) log.change();
    channel = new EnvironmentChannel('env', 'old', 3, log);
    await expect(begin({ kind: 'continue', from: 1 })).rejects.toThrow('is not answering');
    const client = await live();
    channel.notify();
    log.change();
    channel.notify();
    await settled();
    expect(client.events).toEqual(['snapshot 3', 'flag_deleted 4']);
    expect(channel.epoch).toBe('e');
  });

  it('a restart whose snapshot cannot be loaded leaves the channel as it was, and is retried', async () => {
    const client = await live();
    const { latestVersion } = log;
    log.latestVersion = () => Promise.reject(new Error('gone'));
    channel.restart();
    await settled();
    expect(log.failures).toEqual([new Error('gone')]);
    log.latestVersion = latestVersion;
    log.epoch = 'f';
    channel.notify();
    await settled();
    expect([channel.epoch, client.events]).toEqual(['f', ['snapshot 0']]);
  });

  it.each([
    ['a snapshot', { kind: 'snapshot' } as const, ['snapshot 1', 'flag_deleted 2']],
    ['what it missed', { kind: 'continue', from: 0 } as const, ['flag_deleted 1', 'flag_deleted 2']],
  ])(
    'what happens while %s is loaded for a new client reaches it, without anything more happening',
    async (...args) => {
      const [, resume, events] = args;
      log.change();
      channel.notify();
      await settled();
      const { response, connection } = connect(resume.kind === 'continue' ? resume.from : channel.revision);
      const initial = await begin(resume);
      log.change();
      channel.notify();
      await settled();
      await channel.start(connection, initial);
      await settled();
      expect(response.events).toEqual(events);
    },
  );

  it('a restart drops the events of the former epoch', async () => {
    await live();
    log.change();
    channel.notify();
    await settled();
    log.epoch = 'f';
    channel.restart();
    await settled();
    log.change();
    channel.notify();
    await settled();
    expect(channel.recentAfter(0)).toBeUndefined();
    expect(channel.recentAfter(1)?.map(({ revision }) => revision)).toEqual([2]);
  });

  it('sends nothing to a connection before it starts', async () => {
    const response = new FakeResponse();
    const connection = new StreamConnection(response as never, 'hash', Infinity, LISTENER);
    channel.connections.add(connection);
    channel.restart();
    log.change();
    channel.notify();
    await settled();
    expect(response.written).toBe('');
  });

  it('counts the streams whose sockets have taken the latest event', async () => {
    const [fast, slow] = [await live(), await live()];
    expect(channel.count()).toEqual({ environment_id: 'env', epoch: 'e', revision: 0, open: 2, sent: 2 });
    slow.writableLength = 10;
    log.change();
    channel.notify();
    await settled();
    expect(fast.events).toEqual(slow.events);
    expect(channel.count()).toMatchObject({ revision: 1, open: 2, sent: 1 });
  });

  it('a gap in the log becomes a snapshot for all', async () => {
    const client = await live();
    log.change();
    log.change();
    log.rows.shift();
    channel.notify();
    await settled();
    expect(client.events).toEqual(['snapshot 2']);
    log.change();
    channel.notify();
    await settled();
    expect(client.events).toEqual(['snapshot 2', 'flag_deleted 3']);
  });

  it('a new epoch becomes a snapshot for all', async () => {
    const client = await live();
    log.change();
    log.epoch = 'f';
    channel.restart();
    await settled();
    expect(client.events).toEqual(['snapshot 1']);
    expect([channel.epoch, channel.revision]).toEqual(['f', 1]);
  });

  it('a new epoch reaches many streams in slices, and none of its events overtakes its snapshot', async () => {
    const clients = await Promise.all(Array.from({ length: 100 }, live));
    jest.useFakeTimers({ doNotFake: ['setImmediate', 'nextTick'] });
    try {
      log.change();
      log.epoch = 'f';
      channel.restart();
      await settled();
      const reached = () => clients.filter(({ events }) => events.length > 0).length;
      expect(reached()).toBe(36);
      log.change();
      channel.notify();
      await settled();
      for (const count of [72, 100]) {
        jest.advanceTimersByTime(5);
        await settled();
        expect(reached()).toBe(count);
      }
    } finally {
      jest.useRealTimers();
    }
    for (const { events } of clients) expect(events).toEqual(['snapshot 1', 'flag_deleted 2']);
  });

  it('a client that does not read while an epoch begins gets the snapshot when it does, before any event', async () => {
    for (let i = 0; i < 3; i++) log.change();
    channel = new EnvironmentChannel('env', 'e', 3, log);
    const { response: slow, connection } = connect(3);
    await channel.catchUp(connection);
    slow.writableLength = 300 * 1024;
    log.change();
    channel.notify();
    await settled();
    log.rows = log.rows.slice(0, 1);
    log.epoch = 'f';
    for (const row of log.rows) row.epoch = 'f';
    channel.restart();
    await settled();
    expect(slow.events).toEqual(['flag_deleted 4']);
    slow.drain();
    await settled();
    for (let i = 0; i < 4; i++) log.change();
    channel.notify();
    await settled();
    expect(slow.events.slice(1)).toEqual(['snapshot 1', ...[2, 3, 4, 5].map((revision) => `flag_deleted ${revision}`)]);
  });

  it('a corrupt change becomes a snapshot, for current streams and for streams that catch up', async () => {
    const client = await live();
    log.change();
    Object.assign(log.rows[0]!, { data: null });
    channel.notify();
    await settled();
    expect(client.events).toEqual(['snapshot 1']);
    expect((await live()).events).toEqual(['snapshot 1']);
    log.change();
    channel.notify();
    await settled();
    expect(client.events).toEqual(['snapshot 1', 'flag_deleted 2']);
  });

  it('writes nothing to a client that does not read, and sends the missed events when it does', async () => {
    const slow = await live();
    const fast = await live();
    slow.writableLength = 300 * 1024;
    for (let i = 0; i < 3; i++) {
      log.change();
      channel.notify();
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
