import { isISO8601 } from 'class-validator';

const HAS_TIME_WITHOUT_OFFSET = /T[\d:.]+$/;
/** The years that Postgres accepts: not 0, and up to four digits. */
const FOUR_DIGITS = /^(?!0000)\d{4}-/;

/**
 * @param given an instant in ISO 8601, in UTC where it says no offset
 * @returns it in UTC with milliseconds; undefined when it is none, or not of the years 1 to 9999
 */
export function toUtc(given: unknown): string | undefined {
  if (!isISO8601(given, { strict: true })) return undefined;
  const time = new Date(HAS_TIME_WITHOUT_OFFSET.test(given as string) ? `${given}Z` : (given as string));
  if (Number.isNaN(time.getTime())) return undefined;
  const utc = time.toISOString();
  return FOUR_DIGITS.test(utc) ? utc : undefined;
}
