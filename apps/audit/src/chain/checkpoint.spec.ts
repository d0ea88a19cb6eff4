import { generateKeyPairSync } from 'node:crypto';
import { expect, it } from '@jest/globals';
import { isGenuine, signCheckpoint, signingKey, thumbprint } from './checkpoint.js';

const aKey = () =>
  signingKey(generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }).toString());

const STATEMENT = {
  chain_id: '0199c2f4-5d11-7f77-93e4-2f3a4b5c6d7e',
  seq: 7,
  hash: 'ab'.repeat(32),
  signed_at: '2026-11-25T12:00:00.000Z',
};

it('names the key as appendix A.3 of RFC 8037 does', () => {
  expect(thumbprint('11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo')).toBe('kPrK_qmxVWaYVA9wwBF6Iuo3vVzz7TxHCTwXBygrS4k');
});

it('accepts a checkpoint as it was signed and refuses it after any change of a field, the key or the key id', () => {
  const checkpoint = signCheckpoint(STATEMENT, aKey());
  const other = signCheckpoint(STATEMENT, aKey());
  expect(isGenuine(checkpoint)).toBe(true);
  const changes = [
    { chain_id: '0199c2f4-5d11-7f77-93e4-2f3a4b5c6d7f' },
    { seq: 8 },
    { hash: 'ac'.repeat(32) },
    { signed_at: '2026-11-25T12:00:00.001Z' },
    { signature: other.signature },
    { signature: 'none' },
    { public_key: other.public_key },
    { public_key: 'none', kid: thumbprint('none') },
    { kid: other.kid },
    { public_key: other.public_key, kid: other.kid },
  ];
  expect(changes.map((change) => isGenuine({ ...checkpoint, ...change }))).toEqual(changes.map(() => false));
});
