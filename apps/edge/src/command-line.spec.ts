import { describe, expect, it } from '@jest/globals';
import { HELP, parseCommandLine } from './command-line.js';

describe('the command line of an edge', () => {
  it('gives settings: values that are repeated are a list', () => {
    const words = ['--upstream', 'https://a.example,https://b.example', '--key', 'one', '--key=two', '--accept-keys'];
    expect(parseCommandLine(words)).toEqual({
      kind: 'run',
      settings: { UPSTREAM_URLS: 'https://a.example,https://b.example', SDK_KEYS: 'one,two', ACCEPT_KEYS: 'on' },
    });
  });

  it('helps whoever asks, and names what it does not know', () => {
    expect(parseCommandLine(['--help'])).toEqual({ kind: 'help' });
    expect(parseCommandLine(['--upstreams', 'x'])).toEqual({
      kind: 'wrong',
      reason: expect.stringContaining('--upstreams'),
    });
    expect(HELP).toContain('--write-snapshot FILE');
  });
});
