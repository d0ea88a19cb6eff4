import { formatNumber } from '../../../feedback/format.js';

/** Some of the selected flags, with the verb. */
export function describeSelected(some: number, all: number): string {
  if (all === 1) return 'It is';
  if (some === all) return all === 2 ? 'Both are' : `All ${formatNumber(all)} are`;
  return `${formatNumber(some)} of ${formatNumber(all)} ${some === 1 ? 'is' : 'are'}`;
}
