import type { TokenLimits } from '../token-limits.js';
import type { Verb } from '../token-scope.js';

/** Row of `session_read.session_v1`, owned by auth: live sessions only, by the clock of the database. */
export interface LiveSessionRow {
  /** SHA-256 of the session secret, hex. */
  secret_hash: string;
  session_id: string;
  user_id: string;
  user_name: string;
  user_email: string;
  is_administrator: boolean;
  /** Whether the account signed in or gave its password within ten minutes, in this session. */
  has_fresh_proof: boolean;
}

/**
 * Row of `session_read.token_v1`, owned by auth: live tokens only, by the clock of the database. A token that was revoked,
 * has expired, or whose account cannot sign in, has no row.
 */
export interface LiveTokenRow {
  token_id: string;
  /** SHA-256 of the token's secret, hex. */
  secret_hash: string;
  token_name: string;
  /** The account of a personal token; null of a service token, as the next two. */
  user_id: string | null;
  user_name: string | null;
  user_email: string | null;
  is_administrator: boolean;
  /** Of a service token of one project. Null of one of the installation, which projects admit. */
  project_id: string | null;
  verbs: Verb[];
  project_ids: string[] | null;
  environment_ids: string[] | null;
  created_at: Date;
  expires_at: Date;
  /** Whether the time of its last use is to be written. */
  is_use_due: boolean;
  limits: TokenLimits | null;
  /** The address of the CI job that has it. */
  run: string | null;
}
