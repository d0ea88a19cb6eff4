import { describe, expect, it } from '@jest/globals';
import { describeSilentEngines } from './describe-silent-engines.js';

describe('the last lines of npm start', () => {
  it('name each engine that does not answer, and what is worse without it', () => {
    expect(
      describeSilentEngines({
        postgres: { state: 'up', last_error: 'an old one', reason: null },
        redis: { state: 'down', last_error: 'WRONGPASS invalid', reason: 'authentication' },
        nats: { state: 'down', last_error: 'connection refused', reason: 'unreachable' },
      }),
    ).toEqual([
      expect.stringMatching(
        /^redis does not answer \(authentication: WRONGPASS invalid\)\. Burgee works\. Reads are slower/,
      ),
      expect.stringMatching(/^nats does not answer \(connection refused\)\. Burgee works\. Streams are up to 2 s late/),
    ]);
  });

  it('are none when all answer', () => {
    expect(describeSilentEngines({ redis: { state: 'up', last_error: null, reason: null } })).toEqual([]);
  });
});
