import { describe, expect, it } from '@jest/globals';
import { readOptions, USAGE } from './read-options.js';

describe('the options of the seed', () => {
  it('are the size and the address', () => {
    expect(readOptions(['--large'])).toEqual({ url: undefined });
    expect(readOptions(['--large', '--url', 'https://flags.example'])).toEqual({ url: 'https://flags.example' });
  });

  it.each([['--help'], ['-h'], ['--help', '--large']])('%s asks for help', (...args) =>
    expect(readOptions(args)).toBeUndefined(),
  );

  it('prints the usage without options, and refuses unknown ones', () => {
    expect(() => readOptions([])).toThrow(USAGE);
    expect(() => readOptions(['--small'])).toThrow('--small');
  });
});
