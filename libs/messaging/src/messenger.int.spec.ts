import { randomUUID } from 'node:crypto';
import { SUBJECTS } from '@burgee/contracts/messages';
import { Dependencies } from '@burgee/process-kit';
import { eventually, FaultProxy, sharedCluster } from '@burgee/testing';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { connect, type NatsConnection } from '@nats-io/transport-node';
import { type Logger, pino } from 'pino';
import { Messenger } from './messenger.js';
import { natsOptions } from './nats-options.js';

const silent = pino({ level: 'silent' }) as Logger;
const { natsUrls } = sharedCluster();

let link: FaultProxy;
let messenger: Messenger;
let flagsAdmin: NatsConnection;
/** The messages received: the id in the subject, and whether the payload fits its contract. */
let received: [string, boolean][];

beforeEach(async () => {
  const url = new URL(natsUrls['sdk-gateway']!);
  link = await FaultProxy.to(Number(url.port));
  url.port = String(link.port);
  messenger = new Messenger(natsOptions({ NATS_URL: url.href }, 'sdk-gateway'), silent, new Dependencies(silent));
  const { host, username, password } = new URL(natsUrls['flags-admin']!);
  flagsAdmin = await connect({ servers: host, user: username, pass: password });
  received = [];
});
afterEach(async () => {
  await messenger.onApplicationShutdown();
  await flagsAdmin.close();
  await link.close();
});

const subscribe = () =>
  messenger.subscribe(SUBJECTS.sdkKeyChanged, (read, aboutId) => received.push([aboutId, read() !== undefined]));

/** Publishes with a new id. @returns the id */
function publish(message?: string): string {
  const id = randomUUID();
  const whole = { v: 1, event_id: id, environment_id: id, occurred_at: new Date().toISOString() };
  flagsAdmin.publish(SUBJECTS.sdkKeyChanged.subject(id), message ?? JSON.stringify(whole));
  return id;
}

/** Publishes until a message arrives: a client does not learn when the server has its subscription. */
const expectToReceive = () =>
  eventually(() => {
    const id = publish();
    return eventually(() => expect(received).toContainEqual([id, true]), 1_000);
  });

describe('subscribing', () => {
  it('receives the id of a message, and its payload when it fits its contract', async () => {
    messenger.onModuleInit();
    subscribe();
    await expectToReceive();
  });

  it.each(['no JSON', 'null', '[]', '{"v":1}', '{"pattern":"x","data":{}}'])(
    'receives the id of %s, and keeps going',
    async (message) => {
      messenger.onModuleInit();
      subscribe();
      await expectToReceive();
      const id = publish(message);
      await eventually(() => expect(received).toContainEqual([id, false]));
      await expectToReceive();
    },
  );

  it('keeps going after a subscriber has thrown', async () => {
    messenger.onModuleInit();
    let calls = 0;
    messenger.subscribe(SUBJECTS.sdkKeyChanged, () => {
      calls++;
      throw new Error('a bug');
    });
    subscribe();
    await expectToReceive();
    await expectToReceive();
    expect(calls).toBeGreaterThan(1);
  });

  it('works when NATS starts later than the service, and after it has restarted', async () => {
    await link.refuse();
    messenger.onModuleInit();
    subscribe();
    await eventually(async () => {
      await link.pass();
      expect(messenger.connected).toBe(true);
    });
    await expectToReceive();
    await link.refuse();
    await eventually(() => expect(messenger.connected).toBe(false));
    // A subscription made during the outage also works.
    subscribe();
    await link.pass();
    await expectToReceive();
    await eventually(() => expect(received.at(-1)).toEqual(received.at(-2)));
  });
});
