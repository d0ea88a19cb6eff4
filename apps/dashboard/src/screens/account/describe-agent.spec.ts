import { describe, expect, it } from '@jest/globals';
import { describeAgent } from './describe-agent.js';

const WEBKIT = 'AppleWebKit/537.36 (KHTML, like Gecko)';

describe('the device of a session', () => {
  it.each([
    [`Mozilla/5.0 (X11; Linux x86_64) ${WEBKIT} HeadlessChrome/156.0 Safari/537.36`, 'Chrome on Linux'],
    [`Mozilla/5.0 (X11; Linux x86_64) ${WEBKIT} Chrome/156.0.0.0 Safari/537.36`, 'Chrome on Linux'],
    [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${WEBKIT} Chrome/156.0 Safari/537.36 Edg/156.0`, 'Edge on Windows'],
    ['Mozilla/5.0 (Macintosh; Intel Mac OS X 14.7; rv:150.0) Gecko/20100101 Firefox/150.0', 'Firefox on Mac'],
    [
      `Mozilla/5.0 (iPhone; CPU iPhone OS 20_0 like Mac OS X) ${WEBKIT} Version/20.0 Mobile Safari/604.1`,
      'Safari on iPhone',
    ],
    [`Mozilla/5.0 (Linux; Android 16) ${WEBKIT} Chrome/156.0 Mobile Safari/537.36`, 'Chrome on Android'],
    ['curl/8.14.1', 'curl'],
    ['node', 'node'],
    ['', 'Unknown app'],
    [null, 'Unknown app'],
  ])('%s', (agent, expected) => expect(describeAgent(agent)).toBe(expected));
});
