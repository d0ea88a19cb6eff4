import type { FlagKind } from '@burgee/contracts/http';
import { texts } from './texts.js';

export const KINDS = Object.keys(texts.kinds) as FlagKind[];

const days = new Map<string | undefined, Intl.DateTimeFormat>();

/** "31 Jan 2027". */
export function showDay(day: string, locale?: string): string {
  const format = days.get(locale) ?? new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: 'UTC' });
  days.set(locale, format);
  return format.format(new Date(day));
}
