import { createHash, createPrivateKey, createPublicKey, type KeyObject, sign, verify } from 'node:crypto';
import canonicalize from 'canonicalize';
import type { ChainPosition } from './hash-link.js';

/** What is signed: that the chain had this hash at this number then. */
export interface CheckpointStatement extends ChainPosition {
  chain_id: string;
  /** ISO 8601 in UTC with milliseconds. */
  signed_at: string;
}

/** With an Ed25519 signature of it, in base64url, as is the public key. */
export interface Checkpoint extends CheckpointStatement {
  /** Names the key: its JWK thumbprint (RFC 7638). */
  kid: string;
  public_key: string;
  signature: string;
}

const jwkOf = (public_key: string) => ({ crv: 'Ed25519', kty: 'OKP', x: public_key });

export const thumbprint = (publicKey: string): string =>
  createHash('sha256')
    .update(String(canonicalize(jwkOf(publicKey))))
    .digest('base64url');

const signedBytes = ({ chain_id, seq, hash, signed_at }: CheckpointStatement): Buffer =>
  Buffer.from(String(canonicalize({ type: 'burgee-audit-checkpoint-v1', chain_id, seq, hash, signed_at })));

/** A private key, and what checkpoints say of it. To read it costs more than to sign with it. */
export interface SigningKey extends Pick<Checkpoint, 'kid' | 'public_key'> {
  key: KeyObject;
}

/** @param privateKey PEM */
export function signingKey(privateKey: string): SigningKey {
  const { x: public_key = '' } = createPublicKey(privateKey).export({ format: 'jwk' });
  return { key: createPrivateKey(privateKey), kid: thumbprint(public_key), public_key };
}

export function signCheckpoint(statement: CheckpointStatement, { key, kid, public_key }: SigningKey): Checkpoint {
  const signature = sign(null, signedBytes(statement), key).toString('base64url');
  return { ...statement, kid, public_key, signature };
}

/** Whether its own key has signed it, and is the one that it names. Whose key that is, `kid` tells those who know it. */
export function isGenuine({ kid, public_key, signature, ...statement }: Checkpoint): boolean {
  if (thumbprint(public_key) !== kid) return false;
  try {
    const key = createPublicKey({ key: jwkOf(public_key), format: 'jwk' });
    return verify(null, signedBytes(statement), key, Buffer.from(signature, 'base64url'));
  } catch {
    return false;
  }
}
