export type Purpose = 'sign-in' | 'link' | 'prove' | 'try';

/** A way to a provider and back that a browser has begun. */
export interface Attempt {
  provider: string;
  purpose: Purpose;
  state: string;
  nonce: string;
  verifier: string;
  /** The page to show afterwards: a path of the dashboard. */
  back: string;
  /** The token of an invitation, which may make the account. */
  invitation?: string | undefined;
  /** The account and the session that began it; only they may end it. Undefined to sign in. */
  userId?: string | undefined;
  sessionId?: string | undefined;
}
