/** Row of `session_read.session_v1`, owned by auth: live sessions only, by the clock of the database. */
export interface LiveSessionRow {
  /** SHA-256 of the session secret, hex. */
  secret_hash: string;
  session_id: string;
  user_id: string;
  user_name: string;
  user_email: string;
}

/** Row of `session_read.user_v1`, owned by auth: who can be made a member. */
export interface UserRow {
  user_id: string;
  name: string;
  email: string;
  /** What emails are compared by: trimmed, lower case. */
  email_key: string;
}
