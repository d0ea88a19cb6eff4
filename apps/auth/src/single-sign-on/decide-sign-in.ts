import type { RegistrationMode } from '../persistence/installation.js';
import type { Provider } from '../provider-settings.js';
import type { Person } from '../providers/read-claims.js';

interface Known {
  /** The account that issuer and subject belong to. */
  linked: { userId: string; isDisabled: boolean } | undefined;
  /** The account that has the address. */
  sameAddress: { userId: string; isDisabled: boolean } | undefined;
  registration: RegistrationMode;
  /** Whether an open invitation came with it, which no account has registered with. */
  isInvited: boolean;
}

export type Refusal = 'account_disabled' | 'email_missing' | 'email_taken' | 'registration_closed';

export type SignInDecision =
  | { act: 'sign-in'; userId: string }
  | { act: 'take-over'; userId: string }
  | { act: 'make'; isByInvitation: boolean }
  | { act: 'refuse'; reason: Refusal };

const refuse = (reason: Refusal): SignInDecision => ({ act: 'refuse', reason });

/** Whether the provider vouches for the address, and is trusted to. */
export function isProven({ email, isVerified }: Person, { domains }: Pick<Provider, 'domains'>): boolean {
  const domain = email?.slice(email.lastIndexOf('@') + 1).toLowerCase();
  return isVerified && domain !== undefined && domains.includes(domain);
}

/**
 * What follows from a person at a provider. An account is found by issuer and subject. An address leads to one only where
 * it is proven, and then the account begins again: someone else may have registered the address before.
 */
export function decideSignIn(
  person: Person,
  provider: Pick<Provider, 'domains'>,
  { linked, sameAddress, registration, isInvited }: Known,
): SignInDecision {
  if (linked) return linked.isDisabled ? refuse('account_disabled') : { act: 'sign-in', userId: linked.userId };
  if (person.email === undefined) return refuse('email_missing');
  const proven = isProven(person, provider);
  if (sameAddress) {
    if (!proven) return refuse('email_taken');
    return sameAddress.isDisabled ? refuse('account_disabled') : { act: 'take-over', userId: sameAddress.userId };
  }
  if (proven || registration === 'open') return { act: 'make', isByInvitation: false };
  return isInvited && registration !== 'closed' ? { act: 'make', isByInvitation: true } : refuse('registration_closed');
}
