import { dictionary } from '@zxcvbn-ts/language-common';

const COMMONEST = new Set(dictionary['passwords-common'].slice(0, 3_000).map(String));

/** Whether the password is among the 3,000 most common. */
export function isCommonPassword(password: string): boolean {
  return COMMONEST.has(password.toLowerCase());
}
