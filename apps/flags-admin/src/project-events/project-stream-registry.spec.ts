import { DomainError } from '@burgee/contracts/wire';
import { describe, expect, it } from '@jest/globals';
import type { ProjectEventStream } from './project-event-stream.js';
import { MAX_PROJECT_STREAMS, ProjectStreamRegistry } from './project-stream-registry.js';

const NOT_USED = {} as never;
const registry = () =>
  new ProjectStreamRegistry({ register: () => undefined } as never, NOT_USED, NOT_USED, NOT_USED, NOT_USED);
const streamOf = (userId: string, address = `of ${userId}`) => ({ userId, address }) as ProjectEventStream;

function refusalOf(add: () => void): [string, number] | undefined {
  try {
    add();
    return undefined;
  } catch (error) {
    const { code, options } = error as DomainError;
    return [code, options.retryAfterSeconds ?? 0];
  }
}

describe('how many project event streams there may be', () => {
  it('S39 a hundred of one user; others are admitted', () => {
    const streams = registry();
    for (let one = 0; one < 100; one += 1) streams.add(streamOf('ada'));
    expect(refusalOf(() => streams.add(streamOf('ada')))).toEqual(['too_many_requests', 10]);
    expect(refusalOf(() => streams.add(streamOf('grace')))).toBeUndefined();
  });

  it('S39 five hundred of one address, whoever opens them; others are admitted', () => {
    const streams = registry();
    const open = Array.from({ length: 500 }, (_, one) => streamOf(`user ${one % 20}`, '2001:db8::/64'));
    for (const stream of open) streams.add(stream);
    const another = () => streams.add(streamOf('ada', '2001:db8::/64'));
    expect(refusalOf(another)).toEqual(['too_many_requests', 10]);
    expect(refusalOf(() => streams.add(streamOf('ada', '2001:db8:0:1::/64')))).toBeUndefined();
    streams.remove(open[0] as ProjectEventStream);
    expect(refusalOf(another)).toBeUndefined();
  });

  it('S39 so many in all, whoever opens them; one that ends makes room', () => {
    const streams = registry();
    const open = Array.from({ length: MAX_PROJECT_STREAMS }, (_, one) => streamOf(`user ${one}`));
    for (const stream of open) streams.add(stream);
    expect(refusalOf(() => streams.add(streamOf('one more')))).toEqual(['streams_busy', 10]);
    streams.remove(open[0] as ProjectEventStream);
    expect(refusalOf(() => streams.add(streamOf('one more')))).toBeUndefined();
  });
});
