import type { KeyKind } from './sdk-key.js';

/** A key that opens an environment, by its hash: whoever has the key can be recognised by it, and nobody can find the key from it. */
export interface EdgeKey {
  /** SHA-256 of the key, hex. */
  hash: string;
  kind: KeyKind;
  /** When its grace ends, ISO 8601; null = it is the current key. */
  expires_at: string | null;
}

/** Who may call for an environment: the body of GET /api/v1/edge/access. */
export interface EdgeAccess {
  environment_id: string;
  /** Registered origins, from which pages may call. */
  origins: string[];
  /** Those that work, in an order that does not change. */
  keys: EdgeKey[];
}

export const EDGE_ACCESS_PATH = '/api/v1/edge/access';
