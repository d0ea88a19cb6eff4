import { eventually } from '@burgee/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { expectProblem } from '../expect-problem.js';
import { UpstreamFixture } from './upstream-fixture.js';

let fixture: UpstreamFixture;

const epochOf = (position: string) => position.replace(/^W\/"/, '').split('-')[0];

beforeAll(async () => {
  fixture = await UpstreamFixture.start();
}, 120_000);
afterAll(() => fixture?.stop());

describe('F54: the upstream is restored to an older state', () => {
  it('every edge follows it there: a new epoch, a snapshot for all streams, and lost positions are refused', async () => {
    const { cluster, edges } = fixture;
    await fixture.flip();
    await fixture.expectCurrent();
    await cluster.postgres.stop();
    const restore = await cluster.postgres.saveData();
    await cluster.postgres.start();
    const lost = [await fixture.flip(), await fixture.flip(), await fixture.flip()].at(-1) ?? '';
    const before = await fixture.expectCurrent();
    expect(before).toBe(`W/"${lost}"`);
    const streams = await Promise.all(fixture.urls.map((url) => fixture.listen(url)));
    for (const stream of streams) await stream.until(({ event }) => event === 'ready');
    // The edge's files belong to the lost history.
    await edges[1].process.kill();
    await cluster.postgres.stop();
    await restore();
    await cluster.postgres.start();
    await edges[1].process.start();
    const after = await eventually(async () => {
      const tag = await fixture.expectCurrent();
      expect(epochOf(tag)).not.toBe(epochOf(before));
      return tag;
    }, 60_000);
    const snapshot = await streams[0]!.until(({ event }) => event === 'snapshot');
    expect(`W/"${snapshot.id}"`).toBe(after);
    expect(snapshot.data.flags).toEqual((await fixture.read(fixture.gateway)).body);
    for (const url of fixture.urls)
      expectProblem(await fixture.read(url, { 'burgee-min-position': lost }), 409, 'position_unknown');
    const next = await fixture.flip();
    await streams[0]!.until(({ id }) => id === next);
    await fixture.expectCurrent();
  }, 180_000);
});
