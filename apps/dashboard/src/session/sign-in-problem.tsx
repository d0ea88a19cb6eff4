import { Alert } from '@mantine/core';
import { signInMethods } from './sign-in-methods.js';

const TITLE = 'That did not work';

/** What auth says of a way to a provider that ended without a session. */
const SENTENCES: Record<string, string> = {
  account_disabled: 'Your account is disabled. Ask an administrator.',
  answer_refused: 'The answer of the provider could not be verified, and nothing was changed. Begin again.',
  attempt_unknown: 'This sign-in was begun in another browser, was used already, or took over 10 minutes. Begin again.',
  denied: 'The provider did not let you in. Begin again.',
  email_missing: 'The provider did not tell an email address. Ask its administrator to share it.',
  email_taken: 'An account has this email address. Sign in to it, then link the provider on the page of your account.',
  identity_taken:
    'Another account is linked to this person at the provider. Sign in to that account and unlink the provider there, or sign in at the provider as someone else.',
  other_person: 'You signed in at the provider as someone who is not linked to this account.',
  provider_unavailable: 'The provider does not answer. Try again in a moment.',
  registration_closed:
    'You have no account here, and registration is closed. Open an invitation that no one has used, or ask an administrator.',
  session_ended: 'Your session here has changed since you began. Begin again.',
  too_many_requests: 'Too many attempts. Try again in a few minutes.',
  unavailable: 'Burgee could not finish the sign-in. Try again in a moment.',
};

/** For what Burgee cannot mend: the ways past the provider that there are. */
const OTHERS: Record<string, boolean> = { denied: true, provider_unavailable: true };
const otherWay = ({ password, providers }: ReturnType<typeof signInMethods>) =>
  password || providers.length > 1
    ? 'Or sign in another way.'
    : 'If you need to get in now, ask the operator for a sign-in link.';

/** Says what is wrong in words, and what to do. */
export function SignInProblem({ code }: { code: string }) {
  return (
    <Alert className="notice-danger" title={TITLE} role="alert" mb="md">
      {SENTENCES[code] ?? SENTENCES.answer_refused} {OTHERS[code] && otherWay(signInMethods())}
    </Alert>
  );
}
