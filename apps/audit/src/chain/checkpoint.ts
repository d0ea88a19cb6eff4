import { createHash, createPrivateKey, createPublicKey, type KeyObject, sign, verify } from 'node:crypto';
import canonicalize from 'canonicalize';
import type { ChainPosition } from './hash-link.js';

/** The signed content: the chain had this hash at this number at this time. */
export interface CheckpointStatement extends ChainPosition {
  chain_id: string;
  /** ISO 8601 in UTC with milliseconds. */
  signed_at: string;
}

/** The statement with its Ed25519 signature. The signature and the public key are in base64url. */
export interface Checkpoint extends CheckpointStatement {
  /** The key id: the JWK thumbprint of the key (RFC 7638). */
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

/** A private key and the fields that identify it in checkpoints. Parsing the key costs more than signing with it. */
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

/**
 * Whether the signature matches the key in the checkpoint and `kid` names that key. Only `kid` says whose key it is.
 */
export function isGenuine({ kid, public_key, signature, ...statement }: Checkpoint): boolean {
  if (thumbprint(public_key) !== kid) return false;
  try {
    const key = createPublicKey({ key: jwkOf(public_key), format: 'jwk' });
    return verify(null, signedBytes(statement), key, Buffer.from(signature, 'base64url'));
  } catch {
    return false;
  }
}
