import { sharedCluster, TestClient } from '@burgee/testing';
import { describe, expect, it } from '@jest/globals';
import { expectProblem } from '../expect-problem.js';
import { sendBytes } from './raw-http.js';

const { services } = sharedCluster();

describe('malformed HTTP', () => {
  const bases = Object.entries(services).map(([name, service]) => [name, service.url] as const);
  const close = 'Connection: close\r\n';
  const GARBAGE: Record<string, [string, number]> = {
    'no HTTP at all': ['hello\r\n\r\n', 400],
    'a TLS greeting': ['\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03\r\n\r\n', 400],
    'a header without a colon': [`GET /livez HTTP/1.1\r\nHost: x\r\nnonsense\r\n\r\n`, 400],
    'a NUL in a header': [`GET /livez HTTP/1.1\r\nHost: x\r\nx-a: a\0b\r\n\r\n`, 400],
    'a space before the colon': [`POST /api/auth/logout HTTP/1.1\r\nHost: x\r\nContent-Length : 1\r\n\r\nx`, 400],
    'two lengths': [`POST /api/x HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nxx`, 400],
    'a length and chunks': [
      `POST /api/x HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
      400,
    ],
    'an unknown transfer coding': [
      `POST /api/auth/login HTTP/1.1\r\nHost: x\r\n${close}Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\n`,
      400,
    ],
    'a length that is no number': [`POST /api/auth/login HTTP/1.1\r\nHost: x\r\nContent-Length: -1\r\n\r\n`, 400],
    'a broken chunk': [
      `POST /api/x HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n`,
      400,
    ],
    'a method that HTTP does not have': [`FETCH /api/flags/x HTTP/1.1\r\nHost: x\r\n\r\n`, 501],
    'a tunnel': [`CONNECT example.com:443 HTTP/1.1\r\nHost: example.com:443\r\n\r\n`, 405],
    'headers of 32 KiB': [`GET /livez HTTP/1.1\r\nHost: x\r\nx-a: ${'a'.repeat(32 * 1024)}\r\n\r\n`, 431],
    'a cookie of 32 KiB': [
      `GET /api/flags/x HTTP/1.1\r\nHost: x\r\nCookie: token=${'a'.repeat(32 * 1024)}\r\n\r\n`,
      431,
    ],
    'an address of 32 KiB': [`GET /${'a'.repeat(32 * 1024)} HTTP/1.1\r\nHost: x\r\n\r\n`, 431],
  };

  describe.each(bases)('at %s', (_, base) => {
    it.each(Object.keys(GARBAGE))('S37 %s', async (name) => {
      const [bytes, status] = GARBAGE[name]!;
      const answer = await sendBytes(base, Buffer.from(bytes, 'latin1'));
      expectProblem(answer, status);
      expect(answer.headers.vary).toContain('Origin, Accept-Encoding, X-SDK-Key, X-API-Key, Authorization');
    });

    it('S52 thousands of requests at once on one connection, which is closed while others are answered', async () => {
      const request = 'GET /livez HTTP/1.1\r\nHost: x\r\n\r\n';
      const { text } = await sendBytes(base, request.repeat(5_000));
      expect(text.split('HTTP/1.1 200').length).toBeLessThan(100);
      expect((await new TestClient(base).get('/livez')).status).toBe(200);
    });

    it('S37 no host, which Node itself refuses in silence', async () => {
      const answer = await sendBytes(base, `GET /livez HTTP/1.1\r\n${close}\r\n`);
      expect(answer.status).toBe(400);
    });
  });
});
