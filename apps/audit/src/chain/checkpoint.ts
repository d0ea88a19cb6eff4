import { createHash, createPrivateKey, createPublicKey, type KeyObject, sign, verify } from 'node:crypto';
import canonicalize from 'canonicalize';
import type { ChainPosition } from './hash-link.js';

/** The signed content: the chain had this hash at this number at this time. */
export interface CheckpointStatement extends ChainPosition {
  chain_id: string;
  /** ISO 8601 in UTC with milliseconds. */
  signed_at: string;
}

/** Ed25519. The signature and the public key are in base64url. */
export interface Signature {
  /** The key id: the JWK thumbprint of the key (RFC 7638). */
  kid: string;
  public_key: string;
  signature: string;
}

export interface Checkpoint extends CheckpointStatement, Signature {}

const jwkOf = (public_key: string) => ({ crv: 'Ed25519', kty: 'OKP', x: public_key });

export const thumbprint = (publicKey: string): string =>
  createHash('sha256')
    .update(String(canonicalize(jwkOf(publicKey))))
    .digest('base64url');

const bytesOf = (statement: object): Buffer => Buffer.from(String(canonicalize(statement)));

/** A private key and the fields that identify it in checkpoints. Parsing the key costs more than signing with it. */
export interface SigningKey extends Pick<Signature, 'kid' | 'public_key'> {
  key: KeyObject;
}

/** @param privateKey PEM */
export function signingKey(privateKey: string): SigningKey {
  const { x: public_key = '' } = createPublicKey(privateKey).export({ format: 'jwk' });
  return { key: createPrivateKey(privateKey), kid: thumbprint(public_key), public_key };
}

/** The settings of audit that name keys. */
export interface Keys {
  AUDIT_CHECKPOINT_KEY?: string | undefined;
  AUDIT_EARLIER_KIDS?: readonly string[] | undefined;
}

/** The key that signs, and the keys before it. */
export const acceptedKids = ({ AUDIT_CHECKPOINT_KEY: key, AUDIT_EARLIER_KIDS: earlier = [] }: Keys): string[] =>
  key === undefined ? [...earlier] : [signingKey(key).kid, ...earlier];

/** Signs the canonical JSON of a statement. Its `type` keeps a signature of one kind from being taken for another. */
export function signStatement(statement: object, { key, kid, public_key }: SigningKey): Signature {
  return { kid, public_key, signature: sign(null, bytesOf(statement), key).toString('base64url') };
}

/** Whether a statement of this key counts. @param kids undefined: any key */
export const isAccepted = (kid: string, kids: readonly string[] | undefined): boolean => kids?.includes(kid) ?? true;

/**
 * Whether the signature matches the key next to it and `kid` names that key. Only `kid` says whose key it is.
 */
export function isSigned(statement: object, { kid, public_key, signature }: Signature): boolean {
  try {
    if (thumbprint(public_key) !== kid) return false;
    const key = createPublicKey({ key: jwkOf(public_key), format: 'jwk' });
    return verify(null, bytesOf(statement), key, Buffer.from(signature, 'base64url'));
  } catch {
    return false;
  }
}

const toStatement = ({ chain_id, seq, hash, signed_at }: CheckpointStatement) => ({
  type: 'burgee-audit-checkpoint-v1',
  chain_id,
  seq,
  hash,
  signed_at,
});

export const signCheckpoint = (statement: CheckpointStatement, key: SigningKey): Checkpoint => ({
  ...statement,
  ...signStatement(toStatement(statement), key),
});

export function isGenuine(checkpoint: Checkpoint): boolean {
  return isSigned(toStatement(checkpoint), checkpoint);
}
