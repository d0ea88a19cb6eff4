import { describe, expect, it } from '@jest/globals';
import { apiTokenIn, credentialsIn } from './request-headers.js';

describe('the credentials of a request', () => {
  it.each([
    ['none', {}, []],
    ['x-sdk-key', { 'x-sdk-key': 'a' }, ['a']],
    ['x-api-key', { 'x-api-key': 'a' }, ['a']],
    ['a bearer token', { authorization: 'Bearer a' }, ['a']],
    ['a bearer token, in any case', { authorization: 'bEARER  a ' }, ['a']],
    ['another scheme', { authorization: 'Basic YTpi' }, []],
    ['a scheme alone', { authorization: 'Bearer' }, []],
    ['a token that is none', { authorization: 'Bearer a b' }, []],
    ['one in all of them', { 'x-sdk-key': 'a', 'x-api-key': 'a', authorization: 'Bearer a' }, ['a']],
    ['two', { 'x-sdk-key': 'a', authorization: 'Bearer b' }, ['a', 'b']],
  ])('%s', (_, headers, credentials) => expect(credentialsIn(headers)).toEqual(credentials));

  it.each([
    ['/unleash/api/client/features', 'a', ['a']],
    ['/unleash/api/client/features', 'Bearer a', ['a']],
    ['/unleash/api/client/features', 'Basic a', []],
    ['/ofrep/v1/evaluate/flags', 'a', []],
    ['/api/v1/flags', 'a', []],
  ])('at %s in authorization: %s', (url, authorization, credentials) =>
    expect(credentialsIn({ authorization }, url)).toEqual(credentials),
  );
});

it.each([
  [undefined, undefined],
  ['Bearer bge_tok_a', 'bge_tok_a'],
  ['bearer  bge_tok_a ', 'bge_tok_a'],
  ['Bearer bge_sdk_a', undefined],
  ['Bearer eyJhbGciOi', undefined],
  ['Basic bge_tok_a', undefined],
  ['bge_tok_a', undefined],
  ['Bearer bge_tok_a b', undefined],
])('the API token in authorization: %s is %s, other values are for a proxy', (authorization, token) => {
  expect(apiTokenIn({ ...(authorization !== undefined && { authorization }) })).toBe(token);
});
