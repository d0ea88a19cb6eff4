import { printableLine } from '../printable.js';

interface Position {
  seq: number;
  hash: string;
}

/** What a verification has found, wherever the entries came from. */
export interface VerifiedHistory {
  title: string;
  /** The last entry that was dropped. */
  dropped: number;
  /** What is signed of that. */
  beginning: { retention_months: number | null; signed_at: string; kid: string } | null | undefined;
  entries: number;
  upTo: Position;
  lost: readonly { seq: number; checkpoint: Position; created_at: string }[];
  checkpoint: { seq: number; signed_at: string; kid: string } | null | undefined;
  /** What is wrong, in a sentence. */
  fault: string | undefined;
  /** Why nothing can be said of an export without faults. */
  unsigned?: string | undefined;
}

/** The lines that tell a person of it. */
export const describeHistory = (history: VerifiedHistory): string[] => linesOf(history).map(printableLine);

function describeBeginning({ dropped, beginning }: VerifiedHistory): string[] {
  if (dropped === 0) return [];
  if (!beginning) return [`It begins after entry ${dropped}, which nothing signed says.`];
  const { retention_months: months, signed_at, kid } = beginning;
  const by = months === null ? 'before the upgrade that signs beginnings' : `by the retention of ${months} months`;
  return [`Entries up to ${dropped} were dropped ${by}, says ${kid} of ${signed_at}.`];
}

const linesOf = (history: VerifiedHistory): string[] => [
  history.title,
  ...describeBeginning(history),
  ...describeEntries(history),
];

const describeEntries = ({ entries, upTo, lost, checkpoint, fault, unsigned }: VerifiedHistory): string[] => [
  ...lost.map(
    (one) => `Entry ${one.seq} says that a failover lost entries up to ${one.checkpoint.seq}: ${one.created_at}.`,
  ),
  `${entries} entries hold, up to number ${upTo.seq} with the hash ${upTo.hash}.`,
  checkpoint
    ? `The checkpoint of ${checkpoint.signed_at} at entry ${checkpoint.seq} agrees, signed by ${checkpoint.kid}.`
    : 'There is no checkpoint of these entries.',
  fault === undefined ? (unsigned ?? 'Nothing contradicts the chain.') : `TAMPERED: ${fault}`,
];
