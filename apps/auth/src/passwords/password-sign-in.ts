import { DomainError } from '@burgee/contracts/wire';
import type { AuthConfig } from '../config.js';

/** Before any look-up, so that the answer tells nothing of accounts. @throws password_sign_in_off */
export function assertPasswordSignIn({ PASSWORD_SIGN_IN }: Pick<AuthConfig, 'PASSWORD_SIGN_IN'>): void {
  if (PASSWORD_SIGN_IN === 'off')
    throw new DomainError(
      'password_sign_in_off',
      'Passwords do not sign in here. Sign in with a provider, or ask the operator for a sign-in link.',
    );
}
