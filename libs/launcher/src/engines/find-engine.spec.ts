import { describe, expect, it } from '@jest/globals';
import { EngineMissing, reportedFailure } from './find-engine.js';

const [postgres, nats] = [new EngineMissing('Install Postgres.'), new EngineMissing('Install NATS.')];
const broken = new Error('broken');

describe('the reported error when engines do not start', () => {
  it('names all missing engines', () => {
    expect(reportedFailure([postgres, broken, nats])).toEqual(new EngineMissing('Install Postgres.\nInstall NATS.'));
  });

  it.each([
    ['a missing engine, before other failures', [broken, nats], nats],
    ['the first failure, when none is missing', [broken, new Error('later')], broken],
  ])('is %s', (_what, failures, reported) => {
    expect(reportedFailure(failures)).toBe(reported);
  });
});
