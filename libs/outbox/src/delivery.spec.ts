import { describe, expect, it } from '@jest/globals';
import { travelsWhole } from './delivery.js';

/** A payload of exactly so many bytes as JSON. */
const payload = (bytes: number, character = 'x') => ({
  text: character.repeat((bytes - '{"text":""}'.length) / Buffer.byteLength(character)),
});

describe('a payload travels whole', () => {
  it.each([
    [1_024 * 1_024, 1_024 * 1_024 - 1_024],
    [65_536, 64_512],
  ])('where NATS takes %i bytes: up to %i bytes, which leaves room for headers', (maxPayload, most) => {
    expect(travelsWhole(payload(most), maxPayload)).toBe(true);
    expect(travelsWhole(payload(most + 1), maxPayload)).toBe(false);
  });

  it('by its bytes and not by its characters', () => {
    expect(travelsWhole(payload(3_011, 'é'), 4_096)).toBe(true);
    expect(travelsWhole(payload(3_511, 'é'), 4_096)).toBe(false);
    expect(travelsWhole({ text: '\u0001'.repeat(1_000) }, 4_096)).toBe(false);
  });

  it('never where NATS takes less than is left free', () => {
    expect(travelsWhole({}, 512)).toBe(false);
  });
});
