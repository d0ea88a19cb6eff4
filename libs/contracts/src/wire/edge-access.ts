import type { KeyKind } from './sdk-key.js';

/** A key that opens an environment, by its hash: the hash recognizes a client's key, and does not reveal it. */
export interface EdgeKey {
  /** SHA-256 of the key, hex. */
  hash: string;
  kind: KeyKind;
  /** When its grace ends, ISO 8601; null = it is the current key. */
  expires_at: string | null;
}

/** The keys and origins of an environment: the body of GET /api/v1/edge/access. */
export interface EdgeAccess {
  environment_id: string;
  /** Registered origins, from which pages may call. */
  origins: string[];
  /** The valid keys, in a stable order. */
  keys: EdgeKey[];
}

export const EDGE_ACCESS_PATH = '/api/v1/edge/access';
