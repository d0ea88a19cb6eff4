import { Readable } from 'node:stream';
import { describe, expect, it, jest } from '@jest/globals';
import fc from 'fast-check';
import { checkDocument } from './check-document.js';
import { DocumentFaults } from './document-faults.js';
import { readJson } from './read-json.js';

async function faultsOf(document: unknown) {
  const faults = new DocumentFaults();
  await checkDocument(document, faults);
  return faults.all();
}
const documentOf = (flags: unknown[], environments: unknown[] = []) => ({ version: 1, environments, flags });

describe('a document', () => {
  it('that is valid has no faults', async () => {
    const value = { is_enabled: true, rollout_percentage: 0, targeting_attribute: null, targeting_value: '' };
    const flag = {
      key: 'a',
      type: 'json',
      description: null,
      tags: ['a:b'],
      kind: null,
      environments: { eu: value, us: {} },
    };
    expect(await faultsOf(documentOf([flag], [{ slug: 'eu', name: 'EU', url: null }]))).toEqual([]);
  });

  it.each<[string, unknown, string[]]>([
    ['of another version', { ...documentOf([]), version: 2 }, ['/version']],
    ['that is a list', [], ['']],
    ['that is not there', undefined, ['']],
    ['with a field too many', { ...documentOf([]), more: 1 }, ['/more']],
    ['with a line break in a name', documentOf([{ key: 'a', type: 'json', name: 'a\nb' }]), ['/flags/0/name']],
    ['with a blank name', documentOf([], [{ slug: 'eu', name: '\u00A0' }]), ['/environments/0/name']],
    ['with a NUL', documentOf([{ key: 'a', type: 'json', name: 'a\0' }]), ['/flags/0/name']],
    [
      'with half a character',
      documentOf([{ key: 'a', type: 'json', description: '\ud800' }]),
      ['/flags/0/description'],
    ],
    [
      'with a long text',
      documentOf([{ key: 'a', type: 'json', description: 'ö'.repeat(1_001) }]),
      ['/flags/0/description'],
    ],
    [
      'with a long value',
      documentOf([{ key: 'a', type: 'json', environments: { eu: { targeting_attribute: 'ö'.repeat(101) } } }]),
      ['/flags/0/environments/eu/targeting_attribute'],
    ],
    ['with an unknown kind', documentOf([{ key: 'a', type: 'json', kind: 'ops' }]), ['/flags/0/kind']],
    [
      'with a day that does not exist',
      documentOf([{ key: 'a', type: 'json', ends_on: '2027-02-30' }]),
      ['/flags/0/ends_on'],
    ],
    ['with a name that has a slash', documentOf([{ key: 'a', type: 'json', 'a/b~': 1 }]), ['/flags/0/a~1b~0']],
    [
      'with a prototype',
      documentOf([JSON.parse('{"key":"a","type":"json","__proto__":{"b":1}}')]),
      ['/flags/0/__proto__'],
    ],
  ])('%s is refused there', async (_, document, pointers) => {
    expect((await faultsOf(document)).map(({ pointer }) => pointer)).toEqual(pointers);
  });

  it('names up to 10,000 faults', async () => {
    const flags = Array.from({ length: 6_000 }, () => ({}));
    expect(await faultsOf(documentOf(flags))).toHaveLength(10_000);
  });

  it('with too many values in one flag is refused after checking up to the limit', async () => {
    const many = Object.fromEntries(Array.from({ length: 100_000 }, (_, n) => [`field${n}`, 1]));
    expect(await faultsOf(documentOf([many]))).toEqual([
      { pointer: '/flags/0', detail: expect.stringContaining('more than 1500 values') },
    ]);
  });
});

describe('parsing JSON in pieces', () => {
  const read = (...pieces: string[]) => readJson(Readable.from(pieces.map((piece) => Buffer.from(piece))), 1_000_000);

  it('gives the result of JSON.parse for any split', async () => {
    await fc.assert(
      fc.asyncProperty(fc.json(), fc.nat(), async (json, at) => {
        const bytes = Buffer.from(json);
        const cut = at % (bytes.length + 1);
        const pieces = Readable.from([bytes.subarray(0, cut), bytes.subarray(cut)].filter(({ length }) => length > 0));
        expect(JSON.stringify(await readJson(pieces, 1_000_000))).toBe(JSON.stringify(JSON.parse(json)));
      }),
    );
  });

  it.each(['{', '[1,]', '{"a":1}x', 'nul', '{"a" 1}', "{'a':1}"])('refuses %s', async (json) =>
    expect(read(json)).rejects.toMatchObject({ code: 'malformed_json' }),
  );

  it('returns undefined for an empty body, and reads no more than the limit', async () => {
    expect(await read()).toBeUndefined();
    await expect(read('"', 'x'.repeat(1_000_000), '"')).rejects.toMatchObject({ code: 'body_too_large' });
  });

  it('S89 refuses a body that cannot be a document before parsing it', async () => {
    const ended = jest.fn();
    const body = Readable.from(['{"flags":', '['.repeat(20), '{', '}'].map((piece) => Buffer.from(piece)));
    await expect(readJson(body.on('end', ended), 1_000)).rejects.toMatchObject({ code: 'invalid_request' });
    // Otherwise the client keeps sending and never gets a response.
    expect(ended).toHaveBeenCalled();
  });

  it('refuses a body that ends early', async () => {
    const body = new Readable({ read() {} });
    body.push('{');
    body.destroy(new Error('gone'));
    await expect(readJson(body, 10)).rejects.toMatchObject({ code: 'request_too_slow' });
  });
});
