import { describe, expect, it } from '@jest/globals';
import { Replicas } from './upstream-service.js';

describe('replicas', () => {
  const replicasOf = (...urls: string[]) => {
    const replicas = new Replicas(urls, 2);
    return { replicas, next: (now: number) => replicas.enter(now)?.url };
  };

  it('take turns', () => {
    const { next } = replicasOf('a', 'b');
    expect([next(0), next(0), next(0)]).toEqual(['a', 'b', 'a']);
  });

  it('are skipped for a second after a failure, unless none is left', () => {
    const { replicas } = replicasOf('a', 'b');
    const next = (now: number) => {
      const place = replicas.enter(now);
      place?.leave();
      return place?.url;
    };
    replicas.failed('a', 0);
    expect([next(500), next(500)]).toEqual(['b', 'b']);
    replicas.failed('b', 500);
    expect(next(600)).toBe('a');
    expect([next(2_000), next(2_000)].toSorted()).toEqual(['a', 'b']);
  });

  it('with all slots taken are skipped, even in favor of a failed one; then none is left', () => {
    const { replicas, next } = replicasOf('a', 'b');
    const place = replicas.enter(0);
    expect([next(0), next(0)]).toEqual(['b', 'a']);
    replicas.failed('b', 0);
    expect([next(500), next(500)]).toEqual(['b', undefined]);
    place?.leave();
    place?.leave();
    expect([next(500), next(500)]).toEqual(['a', undefined]);
  });
});
