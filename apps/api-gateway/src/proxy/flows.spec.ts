import { generateKeyPairSync, randomUUID } from 'node:crypto';
import { mintApiToken } from '@burgee/session/token';
import { describe, expect, it } from '@jest/globals';
import { Flows } from './flows.js';

const aPair = () =>
  generateKeyPairSync('ec', {
    namedCurve: 'P-256',
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  });
const { publicKey, privateKey } = aPair();
const ip = '192.0.2.1';
const withToken = (token: string) => ({ ip, headers: { authorization: `Bearer ${token}` } });

describe('the flow of an API token', () => {
  const id = randomUUID();
  const { token } = mintApiToken(id, privateKey);
  const flows = () => new Flows(publicKey, 'token');
  const ofNetwork = flows().of({ ip, headers: {} });

  it('is its own, known by the signature alone', () => {
    expect(flows().of(withToken(token))).toEqual([`token ${id}`]);
    expect(flows().isSignedIn(withToken(token))).toBe(true);
  });

  it('is that of the network where auth did not sign it, and from a 401 on', () => {
    expect(flows().of(withToken(mintApiToken(id, aPair().privateKey).token))).toEqual(ofNetwork);
    expect(flows().of(withToken('bge_tok_x'))).toEqual(ofNetwork);
    const ended = flows();
    ended.ended(withToken(token));
    expect(ended.of(withToken(token))).toEqual(ofNetwork);
  });
});
