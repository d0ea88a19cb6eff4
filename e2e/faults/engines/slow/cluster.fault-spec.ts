import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { OutboxFixture } from '../../outbox-fixture.js';
import { expectState } from '../dependency-states.js';

let fixture: OutboxFixture;

beforeAll(async () => {
  fixture = await OutboxFixture.start({ redisSettings: ['cluster-enabled yes'] });
}, 60_000);
afterAll(() => fixture?.stop());

describe('a Redis Cluster', () => {
  it('F44: is refused with a sentence, and Burgee works as without Redis', async () => {
    for (const service of ['auth', 'flags-admin', 'sdk-gateway-1']) {
      await expectState(fixture, service, 'redis', 'cluster');
      const log = readFileSync(fixture.cluster.services[service]!.logFile, 'utf8');
      expect(log).toContain('redis is a Redis Cluster: Burgee works with one Redis');
    }
    await fixture.flip(3);
    await fixture.readFresh();
    await fixture.expectAuditComplete();
  });
});
