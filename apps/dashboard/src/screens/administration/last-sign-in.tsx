import type { AccountView } from '@burgee/contracts/http';
import { fill } from '../../feedback/fill.js';
import { TimeAgo } from '../../feedback/time/time-ago.js';
import { texts } from './texts.js';

/** How and when an account last signed in. */
export function LastSignIn({ account: { last_sign_in_at: at, last_sign_in_by: by } }: { account: AccountView }) {
  return at === null ? texts.noSignIn : fill(texts.signedIn(by), { when: <TimeAgo time={at} /> });
}
