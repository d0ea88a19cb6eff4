import { describe, expect, it } from '@jest/globals';
import { Health } from './health.js';

const NONE = { unavailable: [] };

describe('the health of a process', () => {
  it('is unavailable during the start, and names what it waits for', async () => {
    expect(await new Health(NONE).check()).toEqual({ status: 'unavailable', detail: 'starting' });
    const health = new Health({ unavailable: ['postgres'] });
    expect(await health.check()).toEqual({ status: 'unavailable', detail: 'starting, postgres is down' });
  });

  it('follows its readiness once it has started', async () => {
    const health = new Health(NONE);
    let obstacle: string | undefined;
    health.started({ obstacle: () => obstacle });
    expect(await health.check()).toEqual({ status: 'ok' });
    obstacle = 'postgres is down';
    expect(await health.check()).toEqual({ status: 'unavailable', detail: 'postgres is down' });
  });

  it('is degraded and ready where something needs a human', async () => {
    const health = new Health(NONE);
    health.started({ obstacle: () => undefined, degradation: () => 'a message is dead-lettered' });
    expect(await health.check()).toEqual({ status: 'degraded', detail: 'a message is dead-lettered' });
  });

  it('is unavailable from the moment it stops, also when it stops before it has started or while it is asked', async () => {
    const health = new Health(NONE);
    health.stop();
    health.started();
    expect([health.stopping, await health.check()]).toEqual([true, { status: 'unavailable', detail: 'stopping' }]);

    const asked = new Health(NONE);
    let answer: (obstacle: undefined) => void = () => undefined;
    asked.started({ obstacle: () => new Promise((resolve) => (answer = resolve)) });
    const checked = asked.check();
    await Promise.resolve();
    asked.stop();
    answer(undefined);
    expect(await checked).toEqual({ status: 'unavailable', detail: 'stopping' });
  });
});
