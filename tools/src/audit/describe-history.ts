import { printableLine } from '../printable.js';

interface Position {
  seq: number;
  hash: string;
}

/** What a verification has found, wherever the entries came from. */
export interface VerifiedHistory {
  title: string;
  /** The last entry that the retention has dropped. */
  dropped: number;
  entries: number;
  upTo: Position;
  lost: readonly { seq: number; checkpoint: Position; created_at: string }[];
  checkpoint: { seq: number; signed_at: string; kid: string } | null | undefined;
  /** What is wrong, in a sentence. */
  fault: string | undefined;
}

/** The lines that tell a person of it. */
export const describeHistory = (history: VerifiedHistory): string[] => linesOf(history).map(printableLine);

const linesOf = ({ title, dropped, entries, upTo, lost, checkpoint, fault }: VerifiedHistory): string[] => [
  title,
  ...(dropped > 0 ? [`Entries up to ${dropped} were dropped by the retention.`] : []),
  ...lost.map(
    (one) => `Entry ${one.seq} says that a failover lost entries up to ${one.checkpoint.seq}: ${one.created_at}.`,
  ),
  `${entries} entries hold, up to number ${upTo.seq} with the hash ${upTo.hash}.`,
  checkpoint
    ? `The checkpoint of ${checkpoint.signed_at} at entry ${checkpoint.seq} agrees, signed by ${checkpoint.kid}.`
    : 'There is no checkpoint of these entries.',
  fault === undefined ? 'Nothing contradicts the chain.' : `TAMPERED: ${fault}`,
];
