import { expect, it } from '@jest/globals';
import { isFromThisMachine } from './is-from-this-machine.js';

it.each<[string, string, object, boolean]>([
  ['127.0.0.1', 'localhost:8080', {}, true],
  ['::ffff:127.0.0.1', 'LOCALHOST', {}, true],
  ['::1', '[::1]:8080', {}, true],
  ['127.0.0.1', '127.0.0.1:8080', {}, true],
  ['192.0.2.1', 'localhost:8080', {}, false],
  ['127.0.0.1', 'evil.example:8080', {}, false],
  ['127.0.0.1', 'localhost.evil.example', {}, false],
  ['127.0.0.1', '127.0.0.1.nip.example', {}, false],
  ['127.0.0.1', '', {}, false],
  ['127.0.0.1', 'localhost:8080', { 'x-burgee-proxied': '1' }, false],
])('a request from %s to %s with %j is one of this machine: %s', (ip, host, headers, expected) => {
  expect(isFromThisMachine({ ip, host, headers } as never)).toBe(expected);
});
