import { DomainError, type ServedFlag } from '@burgee/contracts/wire';
import { inGroups } from './quota.js';

/**
 * The size of a flag in its flag set: the bytes of key, name and targeting texts in UTF-8. Switch and percentage do not
 * count, so that the limit never blocks a toggle.
 */
export function flagBytes(flag: ServedFlag | undefined): number {
  if (!flag) return 0;
  const { key, name, targeting_attribute, targeting_value, targeting_return_value } = flag;
  return [key, name, targeting_attribute, targeting_value, targeting_return_value].reduce(
    (bytes, text) => bytes + Buffer.byteLength(text ?? ''),
    0,
  );
}

/**
 * @param growth how many bytes a change adds. Without growth the change is never refused.
 * @param bytes the size after the change
 * @throws flag_set_too_large
 */
export function assertFlagSetFits(environmentName: string, growth: number, bytes: number, atMost: number): void {
  if (growth <= 0 || bytes <= atMost) return;
  throw new DomainError(
    'flag_set_too_large',
    `The flag set of ${environmentName} would have ${inGroups(bytes)} bytes of keys, names and targeting texts; ` +
      `FLAG_SET_BYTES_AT_MOST allows ${inGroups(atMost)}. Shorten or delete some, or ask an operator to ` +
      'raise the limit.',
  );
}
