import { describe, expect, it } from '@jest/globals';
import { parseOfrepAddress } from './ofrep-address.js';

const bulk = (configTag?: string) => ({ kind: 'bulk', configTag });
const single = (flagKey: string) => ({ kind: 'single', flagKey });

describe('an address of OFREP', () => {
  it.each([
    ['/ofrep/v1/evaluate/flags', bulk()],
    ['/ofrep/v1/evaluate/flags?flagConfigLastModified=1', bulk()],
    ['/ofrep/v1/evaluate/flags?flagConfigEtag=%22a-1%22', bulk('"a-1"')],
    ['/%6ffrep/v1/evaluate/flags', bulk()],
    ['/ofrep/v1/evaluate/flags/new-checkout', single('new-checkout')],
    ['/ofrep/v1/evaluate/flags/a%20b%2Fc?x=1', single('a b/c')],
    ['/ofrep/v1/evaluate/flags/__proto__', single('__proto__')],
    ['/ofrep/v1/evaluate/flags/', undefined],
    ['/ofrep/v1/evaluate/flags/a/b', undefined],
    ['/ofrep/v1/evaluate/flags/%', undefined],
    ['/ofrep/v1/evaluate', undefined],
    ['/ofrep/v2/evaluate/flags', undefined],
    ['//ofrep/v1/evaluate/flags', undefined],
    ['/ofrep/v1/events?token=a.b', { kind: 'events', token: 'a.b' }],
    ['/ofrep/v1/events', { kind: 'events', token: '' }],
    ['/ofrep/v1/events/a', undefined],
  ])('%s', (url, address) => expect(parseOfrepAddress(url)).toEqual(address));
});
