import { describe, expect, it } from '@jest/globals';
import { estimateStrength } from './estimate-strength.js';

describe('the strength of a password', () => {
  it.each(['password', 'PassWord1', '12345678', 'qwertyuiop', 'aaaaaaaaaaaa'])('S16 %s is easy to guess', (password) =>
    expect(estimateStrength(password)).toBeLessThanOrEqual(1),
  );

  it.each(['correct horse battery', 'zx8!kQp2#vLm'])('S16 %s is hard to guess', (password) =>
    expect(estimateStrength(password)).toBe(4),
  );
});
