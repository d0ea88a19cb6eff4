import { DomainError } from '@burgee/contracts/wire';
import type { AuthConfig } from '../config.js';
import { isCommonPassword } from './common-passwords.js';

/** @param pointer JSON pointer to the password in the body @throws common_password under the strict policy */
export function assertAcceptable(password: string, policy: AuthConfig['PASSWORD_POLICY'], pointer: string): void {
  if (policy === 'strict' && isCommonPassword(password))
    throw new DomainError('common_password', 'This password is too easy to guess. Choose another one.', {
      errors: [{ pointer, detail: 'is one of the 3,000 most common passwords' }],
    });
}
