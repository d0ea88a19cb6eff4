import { describe, expect, it } from '@jest/globals';
import { armedBy } from './failpoint.js';

describe('BURGEE_FAILPOINT', () => {
  it('is not armed by itself', () => {
    expect(armedBy({ NODE_ENV: 'test' })).toBeUndefined();
  });

  it('kills or pauses at a named point', () => {
    expect(armedBy({ NODE_ENV: 'test', BURGEE_FAILPOINT: 'kill:after-commit' })).toEqual({
      signal: 'SIGKILL',
      name: 'after-commit',
    });
    expect(armedBy({ NODE_ENV: 'test', BURGEE_FAILPOINT: 'pause:after-commit' })?.signal).toBe('SIGSTOP');
  });

  it.each([undefined, 'production', 'development'])('keeps a service from starting when NODE_ENV is %s', (NODE_ENV) => {
    expect(() => armedBy({ NODE_ENV, BURGEE_FAILPOINT: 'kill:after-commit' })).toThrow('NODE_ENV=test');
  });

  it.each(['kill', 'kill:nowhere', 'stop:after-commit', ''])('refuses %p', (BURGEE_FAILPOINT) => {
    expect(() => armedBy({ NODE_ENV: 'test', BURGEE_FAILPOINT })).toThrow('must be kill: or pause:');
  });
});
