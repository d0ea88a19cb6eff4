import { PostgresClient } from '@burgee/process-kit';
import { createTestDatabase, eventually, FaultProxy, type TestDatabase } from '@burgee/testing';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { TooLate } from '../in-time.js';
import { LastingConnections, type LastingConnectionsOptions } from './lasting-connections.js';

const LONG = 20_000;

let database: TestDatabase;
let proxy: FaultProxy;
let port: number;
const started: LastingConnections[] = [];

const postgresPort = () => Number(new URL(database.adminUrl).port);

beforeAll(async () => {
  database = await createTestDatabase();
});
beforeEach(async () => {
  proxy = await FaultProxy.to(postgresPort());
  port = proxy.port;
});
afterEach(async () => {
  await proxy.pass();
  await Promise.all(started.splice(0).map((connections) => connections.end()));
  await proxy.close();
});
afterAll(() => database?.drop());

function connect(options: LastingConnectionsOptions): LastingConnections {
  const url = new URL(database.adminUrl);
  const pipeline = options.queriesAtOnce > 1;
  const create = () => {
    url.port = String(port);
    return new PostgresClient({ connectionString: url.href, connectionTimeoutMillis: LONG, pipeline });
  };
  const connections = new LastingConnections(create, options);
  started.push(connections);
  return connections;
}

async function pidOf(connections: LastingConnections): Promise<number> {
  const [row] = await connections.query<{ pid: number }>('select pg_backend_pid() as pid', [], LONG);
  return row!.pid;
}

async function terminate(pid: number): Promise<void> {
  const admin = new pg.Client({ connectionString: database.adminUrl });
  await admin.connect();
  await admin.query('select pg_terminate_backend($1)', [pid]);
  await admin.end();
}

const twoAlone = { connections: 2, queriesAtOnce: 1, waitingAtMost: 10 };
const oneShared = { connections: 1, queriesAtOnce: 40, waitingAtMost: 50 };

/** Both at once, so that each uses its own connection. */
async function bothPids(connections: LastingConnections): Promise<number[]> {
  const pids = await Promise.all([pidOf(connections), pidOf(connections)]);
  expect(new Set(pids).size).toBe(2);
  return pids;
}

describe('lasting connections', () => {
  it('no query waits for a reconnection while another connection is open', async () => {
    const connections = connect(twoAlone);
    const [first, second] = await eventually(() => bothPids(connections));
    const silent = await FaultProxy.to(postgresPort());
    silent.blackhole();
    port = silent.port;
    await terminate(first!);
    for (let n = 0; n < 5; n++) expect(await pidOf(connections)).toBe(second);
    await silent.pass();
    await eventually(() => bothPids(connections));
    await silent.close();
  });

  it('a query on a broken connection is sent again on the next one', async () => {
    const connections = connect({ connections: 1, queriesAtOnce: 1, waitingAtMost: 1 });
    const before = await pidOf(connections);
    const admin = new pg.Client({ connectionString: database.adminUrl });
    await admin.connect();
    await admin.query('select pg_advisory_lock(1)');
    const waits = 'select pg_backend_pid() as pid, pg_advisory_xact_lock(1)';
    const answer = connections.query<{ pid: number }>(waits, [], LONG);
    const blocked = `select from pg_stat_activity where pid = $1 and wait_event_type = 'Lock'`;
    await eventually(async () => expect((await admin.query(blocked, [before])).rowCount).toBe(1));
    await terminate(before);
    await admin.end();
    expect((await answer)[0]!.pid).not.toBe(before);
  });

  it('while nothing listens a query fails at once, and the next ones work when it listens again', async () => {
    const connections = connect(twoAlone);
    await pidOf(connections);
    await proxy.refuse();
    await eventually(() => expect(pidOf(connections)).rejects.toMatchObject({ code: 'ECONNREFUSED' }));
    await proxy.pass();
    await eventually(() => bothPids(connections));
  });

  it('a query waits for a connection up to its limit', async () => {
    proxy.blackhole();
    const connections = connect(twoAlone);
    await expect(connections.query('select 1', [], 50)).rejects.toBeInstanceOf(TooLate);
    const patient = pidOf(connections);
    await proxy.pass();
    expect(await patient).toBeGreaterThan(0);
  });

  it('many queries share one connection, each with its own answer or error', async () => {
    const connections = connect(oneShared);
    const asked = Array.from({ length: 50 }, (_, n) =>
      connections.query<{ n: number; pid: number }>(
        'select 10 / $1::int as tenth, $2::int as n, pg_backend_pid() as pid',
        [n === 7 ? 0 : 1, n],
        LONG,
      ),
    );
    const answers = await Promise.allSettled(asked);
    const rows = answers.map((answer) => (answer.status === 'fulfilled' ? answer.value[0]! : undefined));
    expect(rows.map((row) => row?.n)).toEqual(answers.map((_, n) => (n === 7 ? undefined : n)));
    expect(new Set(rows.flatMap((row) => row?.pid ?? [])).size).toBe(1);
    expect(answers[7]).toMatchObject({ status: 'rejected', reason: { code: '22012' } });
  });

  it('S59 queries beyond a limit are refused, and the connection stays open', async () => {
    const connections = connect({ connections: 1, queriesAtOnce: 2, waitingAtMost: 3 });
    const pid = await pidOf(connections);
    const slow = [1, 2].map(() =>
      connections.query<{ pid: number }>(`select pg_backend_pid() as pid, pg_sleep(1)`, [], LONG),
    );
    const patient = [1, 2].map(() => pidOf(connections));
    const hasty = connections.query('select 1', [], 50);
    await expect(connections.query('select 1', [], LONG)).rejects.toThrow('too many queries');
    await expect(hasty).rejects.toThrow('no connection to postgres was free in time');
    expect(await Promise.all(patient)).toEqual([pid, pid]);
    expect((await Promise.all(slow)).map(([row]) => row!.pid)).toEqual([pid, pid]);
  });

  it('reconnects from a standby, since the address may lead to the primary by now', async () => {
    const connections = connect({ connections: 1, queriesAtOnce: 1, waitingAtMost: 1 });
    const before = await pidOf(connections);
    const readOnly = `do $$ begin raise exception 'a standby' using errcode = '25006'; end $$`;
    await expect(connections.query(readOnly, [], LONG)).rejects.toMatchObject({ code: '25006' });
    expect(await pidOf(connections)).not.toBe(before);
  });
});
