import { createPublicKey, generateKeyPairSync, randomUUID } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { mintApiToken, readApiToken } from './api-token.js';

const aPair = () =>
  generateKeyPairSync('ec', {
    namedCurve: 'P-256',
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  });
const { publicKey: pem, privateKey } = aPair();
const publicKey = createPublicKey(pem);

/** The same token with one byte changed, at this place of its bytes. */
function changedAt(token: string, place: number): string {
  const bytes = Buffer.from(token.slice(8), 'base64url');
  bytes[place] = (bytes[place] ?? 0) ^ 1;
  return `bge_tok_${bytes.toString('base64url')}`;
}

describe('an API token', () => {
  const id = randomUUID();
  const { token, secretHash } = mintApiToken(id, privateKey);

  it('gives its id and the hash of its secret, and no token is like another', () => {
    expect(token).toMatch(/^bge_tok_[\w-]{155}$/);
    expect(readApiToken(token, publicKey)).toEqual({ id, secretHash });
    expect(mintApiToken(id, privateKey).secretHash).not.toBe(secretHash);
  });

  it.each([
    ['another prefix', token.replace('bge_tok_', 'bge_sdk_')],
    ['nothing after the prefix', 'bge_tok_'],
    ['an end that is missing', token.slice(0, -1)],
    ['an end that is too long', `${token}A`],
    ['another spelling of its last character', token.slice(0, -1) + String.fromCharCode(token.charCodeAt(162) + 1)],
    ['padding', `${token}=`],
    ['another id', changedAt(token, 0)],
    ['another secret', changedAt(token, 16)],
    ['another signature', changedAt(token, 48)],
    ['another checksum', changedAt(token, 112)],
    ['the key of another installation', mintApiToken(id, aPair().privateKey).token],
  ])('is none with %s', (_, given) => expect(readApiToken(given, publicKey)).toBeNull());
});
