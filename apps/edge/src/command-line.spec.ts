import { describe, expect, it } from '@jest/globals';
import { HELP, parseCommandLine } from './command-line.js';
import { SETTINGS } from './config.js';

describe('the command line of an edge', () => {
  it('yields settings, with repeated flags as a list', () => {
    const words = ['--upstream', 'https://a.example,https://b.example', '--key', 'one', '--key=two', '--accept-keys'];
    expect(parseCommandLine(words)).toEqual({
      kind: 'run',
      settings: { UPSTREAM_URLS: 'https://a.example,https://b.example', SDK_KEYS: 'one,two', ACCEPT_KEYS: 'on' },
    });
  });

  it.each([
    [['--snapshot', 'flags.json'], { SNAPSHOT: 'flags.json' }],
    [['--write-snapshot=flags.json'], { WRITE_SNAPSHOT: 'flags.json' }],
    [['--key-max-age', '3600'], { KEY_MAX_AGE_SECONDS: '3600' }],
    [['--workers', '4', '--data', 'kept'], { WORKERS: '4', LAST_KNOWN_GOOD_DIR: 'kept' }],
    [['--host', '0.0.0.0', '--port=80', '--ops-port', '81'], { HOST: '0.0.0.0', PORT: '80', OPS_PORT: '81' }],
  ])('%j', (words, settings) => {
    expect(parseCommandLine(words)).toEqual({ kind: 'run', settings });
    for (const name of Object.keys(settings)) expect(SETTINGS).toHaveProperty(name);
  });

  it('names the missing value of a flag', () => {
    expect(parseCommandLine(['--snapshot'])).toEqual({ kind: 'wrong', reason: expect.stringContaining('--snapshot') });
  });

  it('prints help on request, and names unknown flags', () => {
    expect(parseCommandLine(['--help'])).toEqual({ kind: 'help' });
    expect(parseCommandLine(['--upstreams', 'x'])).toEqual({
      kind: 'wrong',
      reason: expect.stringContaining('--upstreams'),
    });
    expect(HELP).toContain('--write-snapshot FILE');
  });
});
