import { formatNumber } from '../../feedback/format.js';

/** The texts for a history that the page has compared with its hashes. */
export const texts = {
  verified: (entry: number) => (entry === 0 ? 'There are no entries yet' : `Intact up to entry ${formatNumber(entry)}`),
  heldTo: (entry: number, time: string) => `matches the ${time} checkpoint at entry ${formatNumber(entry)}`,
  dropped: (entry: number) =>
    `entries up to ${formatNumber(entry)} were removed by the retention limit (AUDIT_RETENTION_MONTHS)`,
  lost: (entry: number, time: string) => `a failover on ${time} lost entries up to ${formatNumber(entry)}`,
  tampered: 'Someone changed the history in the database',
  tamperedHint: (entry: number) => `Entries up to ${formatNumber(entry)} are intact.`,
};
