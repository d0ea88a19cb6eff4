import { describe, expect, it } from '@jest/globals';
import { describeNats } from './describe-nats.js';

describe('S45 what npm start says of NATS', () => {
  it('the version', () => expect(describeNats('2.12.12')).toBe('2.12.12'));
  it('the version, what is missing and what to do', () =>
    expect(describeNats('2.9.10')).toMatch(/^2\.9\.10,.* fixes are missing: 2\.12\.12 has them\. Install /));
  it('whose it is', () => expect(describeNats(undefined)).toBe('the server in NATS_URL'));
});
