import { formatNumber } from '../../feedback/format.js';

/** The texts for a history that the page has compared with its hashes. */
export const texts = {
  verified: (entry: number) => (entry === 0 ? 'There are no entries yet' : `Intact up to entry ${formatNumber(entry)}`),
  heldTo: (entry: number, time: string) => `matches the ${time} checkpoint at entry ${formatNumber(entry)}`,
  dropped: (entry: number, months: number | null, time: string) =>
    `entries up to ${formatNumber(entry)} were removed ${
      months === null
        ? `before Burgee signed beginnings (first on ${time})`
        : `by the retention limit of ${formatNumber(months)} months`
    }`,
  lost: (entry: number, time: string) => `a failover on ${time} lost entries up to ${formatNumber(entry)}`,
  tampered: 'Someone changed the history in the database',
  tamperedHint: (entry: number) => `Entries up to ${formatNumber(entry)} are intact.`,
};
