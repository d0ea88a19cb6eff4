import { generateKeyPairSync } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { signSessionToken, tokenFromCookies, verifySessionToken } from './token.js';

const aPair = () =>
  generateKeyPairSync('ec', {
    namedCurve: 'P-256',
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  });
const { publicKey, privateKey } = aPair();
const isSigned = (token: string) => verifySessionToken(token, publicKey) !== null;
const find = (header: string | undefined, name = 'token') => tokenFromCookies(header, { name, isSigned });

const claims = { sub: 'ada', sid: 'x' };
const OWN = signSessionToken(claims, privateKey);
const SECOND = signSessionToken({ ...claims, sid: 'y' }, privateKey);
const FOREIGN = signSessionToken(claims, aPair().privateKey);

describe('S4 the session cookie among cookies of its name', () => {
  it.each([
    ['is the only one', `other=1; token=${OWN}; token2=x`, OWN],
    ["comes before another site's", `token=${OWN}; token=theirs`, OWN],
    ["comes after another site's", `token=theirs;token=${OWN}`, OWN],
    ['comes with an empty one', `token=${OWN}; token=`, OWN],
    ['comes with one of another Burgee', `token=${FOREIGN}; token=${OWN}`, OWN],
    ['is the last of four', `token=a; token=b; token=${FOREIGN}; token=${OWN}`, OWN],
    ['is missing', 'other=1', null],
    ['is missing among others', `token=a; token=${FOREIGN}`, null],
    ['is empty', 'token=', null],
  ])('is found when it %s', (_, header, found) => expect(find(header)).toBe(found));

  it.each([
    ['auth signed two', `token=${OWN}; token=${SECOND}`],
    ['auth signed two of four', `token=a; token=${OWN}; token=b; token=${SECOND}`],
    ['there are more than four', `token=${OWN}; token=a; token=b; token=c; token=d`],
  ])('is refused with the reason when %s', (_, header) =>
    expect(() => find(header)).toThrow(
      expect.objectContaining({
        code: 'session_cookie_ambiguous',
        message: expect.stringContaining('another site of this domain sets a cookie named token'),
      }),
    ),
  );

  it('has the configured name', () => {
    expect(find(`token=${SECOND}; __Host-token=${OWN}`, '__Host-token')).toBe(OWN);
    expect(find(`token=${SECOND}`, '__Host-token')).toBeNull();
  });
});
