import { beforeEach, describe, expect, it } from '@jest/globals';
import { RefusedOrigins } from './refused-origins.js';

const MINUTE = 60_000;

describe('refused origins', () => {
  let refused: RefusedOrigins;
  beforeEach(() => {
    refused = new RefusedOrigins({} as never);
  });
  const receive = (about: string, origins: string[], at = 0) =>
    refused.receive(
      origins.map((origin) => ({ about, origin })),
      at,
    );

  it('belong to an environment or to a network block, three of each, the latest first, each once', () => {
    receive('e', ['http://a', 'http://b', 'http://c', 'http://a', 'http://d']);
    receive('192.0.2.1', ['http://d', 'http://e']);
    expect(refused.of(['e', '192.0.2.1'], MINUTE)).toEqual(['http://d', 'http://a', 'http://c', 'http://e']);
    expect(refused.of(['another', '198.51.100.1'], MINUTE)).toEqual([]);
  });

  it('are forgotten after ten minutes, and where many others were refused', () => {
    receive('e', ['http://a', 'http://b']);
    receive('e', ['http://a'], 5 * MINUTE);
    expect(refused.of(['e'], 9 * MINUTE)).toEqual(['http://a', 'http://b']);
    expect(refused.of(['e'], 11 * MINUTE)).toEqual(['http://a']);
    for (let n = 0; n < 10_000; n += 1) receive(`192.0.2.${n}`, ['http://b']);
    expect(refused.of(['e'], 9 * MINUTE)).toEqual([]);
  });
});
