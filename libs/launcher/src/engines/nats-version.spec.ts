import { describe, expect, it } from '@jest/globals';
import { FIXED_NATS, isFixedNats, natsVersion } from './nats-version.js';

describe('S45 the version of NATS', () => {
  it.each([FIXED_NATS, '2.12.13', '2.14.3', '2.14.10', '2.15.0', '3.0.0'])('%s has every fix', (version) =>
    expect(isFixedNats(version)).toBe(true),
  );

  it.each(['2.9.10', '2.11.99', '2.12.11', '2.13.9', '2.14.2', '1.99.99'])('%s lacks some', (version) =>
    expect(isFixedNats(version)).toBe(false),
  );

  it('is read from what the server prints', () => {
    expect(natsVersion('nats-server: v2.12.12\n')).toBe('2.12.12');
    expect(natsVersion('something else')).toBeUndefined();
  });
});
