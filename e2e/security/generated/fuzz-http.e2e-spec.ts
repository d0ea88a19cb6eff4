import { METHODS } from 'node:http';
import { gzipSync } from 'node:zlib';
import { type ServiceResponse, type Call, sharedCluster, TestClient } from '@burgee/testing';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { fill, TABLE } from '../authorization-table.js';
import { unknownIds } from '../fixture.js';
import { generated } from './generated.js';

const { services } = sharedCluster();
const RUNS = generated({ seed: 20_261_123, numRuns: 20 }, 20);

/** HTTP's methods, except CONNECT: a tunnel has no path. */
const KNOWN = METHODS.filter((method) => method !== 'CONNECT');
const method = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom('POST', 'PATCH', 'PUT', 'DELETE', 'GET') },
  { weight: 3, arbitrary: fc.constantFrom(...KNOWN) },
  { weight: 1, arbitrary: fc.constantFrom('FETCH', 'GETS', 'X', '__PROTO__', 'A.B') },
);

const word = fc.string({ unit: fc.constantFrom(...'abjsonx-+.*/;=,"\'\t '.split('')), maxLength: 16 });
const MEDIA = [
  'application/json',
  'text/plain',
  'application/x-www-form-urlencoded',
  'multipart/form-data',
  'a/b',
  '*/*',
];
const contentType = fc.oneof(
  word,
  fc.tuple(fc.constantFrom(...MEDIA), word).map(([type, rest]) => `${type}${rest}`),
  fc.tuple(fc.constantFrom(...MEDIA), word, word).map(([type, name, value]) => `${type};${name}=${value}`),
  fc.constantFrom(
    'text/plain;x=application/json',
    'application/json\t',
    'application/json;charset=utf-16',
    'application/json;charset="',
    'application/json, text/plain',
    'APPLICATION/JSON',
  ),
);
const CODINGS = ['gzip', 'br', 'deflate', 'identity', 'x', 'gzip, gzip', ''];

const text = Buffer.from('{"email":"a@b.example","password":"12345678"}');
const raw = fc.oneof(
  fc.constantFrom(text, Buffer.alloc(0), gzipSync(text), Buffer.from('{'), Buffer.from([0xff, 0xfe, 0])),
  fc.uint8Array({ maxLength: 60 }).map((bytes) => Buffer.from(bytes)),
);

const PATHS = TABLE.map((line) => fill(line, unknownIds()));
const PIECES = ['..', '.', '%2e%2e', '%2f', '//', '%', '%00', ';', '\\', '%c0%ae', '?', '#', '*', '~', 'a'.repeat(300)];
const path = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...PATHS) },
  {
    weight: 2,
    arbitrary: fc.tuple(fc.constantFrom(...PATHS), fc.nat(), fc.constantFrom(...PIECES)).map(([address, at, piece]) => {
      const place = 1 + (at % address.length);
      return address.slice(0, place) + piece + address.slice(place);
    }),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom('/', '*', '/livez', '/docs/', '/assets/x.js', 'http://localhost/api/auth/me'),
  },
);

const headers = fc.record(
  {
    'content-type': contentType,
    'content-encoding': fc.constantFrom(...CODINGS),
    'accept-encoding': fc.constantFrom(...CODINGS, '*;q=0', 'br;q=x'),
    'transfer-encoding': fc.constant('chunked'),
    accept: fc.constantFrom('text/html', '*/*', 'x'),
    connection: fc.constantFrom('close', 'keep-alive', 'upgrade', 'x-forwarded-for, x'),
    upgrade: fc.constantFrom('websocket', 'h2c'),
  },
  { requiredKeys: [] },
);

/** What is wrong with an answer. */
function faultOf(verb: string, { status, headers: found, text: body }: ServiceResponse): string | undefined {
  const isKnown = KNOWN.includes(verb);
  if (!isKnown && status !== 501) return `an unknown method was answered with ${status}: ${body}`;
  if (isKnown && status >= 500) return `${status}: ${body}`;
  if (status >= 400 && found['content-type'] !== 'application/problem+json; charset=utf-8')
    return 'no problem document';
  if (status === 405 && !/^[A-Z]+(, [A-Z]+)*$/.test(found.allow ?? '')) return `Allow: ${found.allow}`;
  return undefined;
}

describe('requests of an anonymous client', () => {
  it.each(Object.keys(services))(
    'S37 S42 %s has an answer to any method, path, type and encoding, and it is never a 5xx',
    async (name) => {
      const request = fc.record<{ verb: string; address: string; call: Call }>({
        verb: method,
        address: path,
        call: fc.record({ raw, headers }) as fc.Arbitrary<Call>,
      });
      await fc.assert(
        fc.asyncProperty(request, async ({ verb, address, call }) =>
          expect(faultOf(verb, await new TestClient(services[name]!.url).call(verb, address, call))).toBeUndefined(),
        ),
        RUNS,
      );
    },
  );
});
