import { randomUUID } from 'node:crypto';
import { SUBJECTS } from '@burgee/contracts';
import { Dependencies } from '@burgee/service-kit';
import { eventually, FaultProxy, world } from '@burgee/testing';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { connect, type NatsConnection } from '@nats-io/transport-node';
import { type Logger, pino } from 'pino';
import { Messenger } from './messenger.js';
import { natsOptions } from './nats-options.js';

const silent = pino({ level: 'silent' }) as Logger;
const { natsUrls } = world();

let link: FaultProxy;
let messenger: Messenger;
let flagsAdmin: NatsConnection;
/** What was heard: what it is about, and whether it fits. */
let heard: [string, boolean][];

beforeEach(async () => {
  const url = new URL(natsUrls['sdk-gateway']!);
  link = await FaultProxy.to(Number(url.port));
  url.port = String(link.port);
  messenger = new Messenger(natsOptions(url.href, 'sdk-gateway'), silent, new Dependencies());
  const { host, username, password } = new URL(natsUrls['flags-admin']!);
  flagsAdmin = await connect({ servers: host, user: username, pass: password });
  heard = [];
});
afterEach(async () => {
  await messenger.onApplicationShutdown();
  await flagsAdmin.close();
  await link.close();
});

const subscribe = () =>
  messenger.subscribe(SUBJECTS.sdkKeyChanged, (read, aboutId) => heard.push([aboutId, read() !== undefined]));

/** Publishes for an id of its own. @returns the id */
function say(message?: string): string {
  const id = randomUUID();
  const whole = { v: 1, event_id: id, environment_id: id, occurred_at: new Date().toISOString() };
  flagsAdmin.publish(SUBJECTS.sdkKeyChanged.subject(id), message ?? JSON.stringify(whole));
  return id;
}

/** Says it until it is heard: nobody tells when a subscription has reached the server. */
const expectToHear = () =>
  eventually(() => {
    const id = say();
    return eventually(() => expect(heard).toContainEqual([id, true]), 300);
  });

describe('subscribing', () => {
  it('hears what a message is about, and reads what fits its contract', async () => {
    messenger.onModuleInit();
    subscribe();
    await expectToHear();
  });

  it.each(['no JSON', 'null', '[]', '{"v":1}', '{"pattern":"x","data":{}}'])(
    'of %s it hears what it is about, and goes on',
    async (message) => {
      messenger.onModuleInit();
      subscribe();
      await expectToHear();
      const id = say(message);
      await eventually(() => expect(heard).toContainEqual([id, false]));
      await expectToHear();
    },
  );

  it('goes on after somebody who hears has thrown', async () => {
    messenger.onModuleInit();
    let calls = 0;
    messenger.subscribe(SUBJECTS.sdkKeyChanged, () => {
      calls++;
      throw new Error('a bug');
    });
    subscribe();
    await expectToHear();
    await expectToHear();
    expect(calls).toBeGreaterThan(1);
  });

  it('hears when NATS comes later than the service, and after it has gone and come back', async () => {
    await link.refuse();
    messenger.onModuleInit();
    subscribe();
    await eventually(async () => {
      await link.pass();
      expect(messenger.connected).toBe(true);
    });
    await expectToHear();
    await link.refuse();
    await eventually(() => expect(messenger.connected).toBe(false));
    // Of a subscription, too, that is asked for meanwhile.
    subscribe();
    await link.pass();
    await expectToHear();
    await eventually(() => expect(heard.at(-1)).toEqual(heard.at(-2)));
  });
});
