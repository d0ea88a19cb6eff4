import { formatNumber } from '../../feedback/format.js';

/** The texts for a history that the page has compared with its hashes. */
export const texts = {
  verified: (entry: number) => (entry === 0 ? 'There are no entries yet' : `Intact up to entry ${formatNumber(entry)}`),
  heldTo: (entry: number, time: string) => `matches the ${time} checkpoint at entry ${formatNumber(entry)}`,
  dropped: (entry: number, months: number | null, time: string) =>
    months === null
      ? `up to entry ${formatNumber(entry)}, shortened before Burgee signed beginnings; recorded ${time}`
      : `entries up to ${formatNumber(entry)} were removed by the retention limit of ${formatNumber(months)} months`,
  lost: (entry: number, time: string, isSigned: boolean) =>
    `a failover on ${time} lost entries up to ${formatNumber(entry)}${isSigned ? '' : ', which nothing signed says'}`,
  unsigned: 'The beginning of the history is not signed yet',
  tampered: 'Someone changed the history in the database',
  tamperedHint: (entry: number) => `Entries up to ${formatNumber(entry)} are intact.`,
};
