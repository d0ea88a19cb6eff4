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
