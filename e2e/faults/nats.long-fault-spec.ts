import { eventually } from '@burgee/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { OutboxFixture } from './outbox-fixture.js';
import { expectFreshWithoutNats, expectNotifications, natsAccordingTo, openStreams } from './without-nats.js';

let fixture: OutboxFixture;

beforeAll(async () => {
  fixture = await OutboxFixture.start({ sdkGateways: 3, flagsAdmins: 2 });
}, 60_000);
afterAll(() => fixture?.stop());

describe('NATS', () => {
  it('F7: is paused: as when it is down, every service notices, and it goes on where it stopped', async () => {
    const streams = await openStreams(fixture);
    fixture.cluster.nats.pause();
    await expectFreshWithoutNats(fixture, streams, 3_000);
    await eventually(async () => expect(await natsAccordingTo(fixture)).not.toContain('up'), 30_000, 100);
    await expectFreshWithoutNats(fixture, streams, 5_000);
    fixture.cluster.nats.resume();
    await eventually(async () => expect(new Set(await natsAccordingTo(fixture))).toEqual(new Set(['up'])));
    await expectNotifications(fixture, streams);
    for (const stream of streams) stream.close();
    await fixture.expectAuditComplete();
  });
});
