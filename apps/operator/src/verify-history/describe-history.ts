import { printableLine } from '@burgee/process-kit';
import { EXIT, type Outcome } from '../outcome.js';
import type { Command } from './command.js';

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
  lost: readonly { seq: number; checkpoint: Position; created_at: string; signed_at: string | null }[];
  checkpoint: { seq: number; signed_at: string; kid: string } | null | undefined;
  /** What is wrong, in a sentence. */
  fault: string | undefined;
  /** Why nothing can be said of a history without faults. */
  doubts: readonly string[];
}

const codeOf = ({ fault, doubts }: VerifiedHistory) => {
  if (fault !== undefined) return EXIT.failed;
  return doubts.length === 0 ? EXIT.done : EXIT.unclear;
};

/** The outcome: 0 if the history holds, 1 if not, 2 if that cannot be said. */
export const describeHistory = (history: VerifiedHistory): Outcome => ({
  lines: linesOf(history).map(printableLine),
  facts: { result: ['holds', 'tampered', 'unsigned'][codeOf(history)], ...history },
  code: codeOf(history),
});

function describeBeginning({ dropped, beginning }: VerifiedHistory): string[] {
  if (dropped === 0) return [];
  if (!beginning) return [`It begins after entry ${dropped}, which nothing signed says.`];
  const { retention_months: months, signed_at, kid } = beginning;
  if (months === null)
    return [`Entries up to ${dropped}: shortened before Burgee signed beginnings; recorded ${signed_at} by ${kid}.`];
  return [`Entries up to ${dropped} were dropped by the retention of ${months} months, says ${kid} of ${signed_at}.`];
}

const linesOf = (history: VerifiedHistory): string[] => [
  history.title,
  ...describeBeginning(history),
  ...describeEntries(history),
];

const describeEntries = ({ entries, upTo, lost, checkpoint, fault, doubts }: VerifiedHistory): string[] => [
  ...lost.map(
    ({ seq, checkpoint: { seq: up_to }, created_at }) =>
      `Entry ${seq} says that a failover lost entries up to ${up_to}: ${created_at}.`,
  ),
  `${entries} entries hold, up to number ${upTo.seq} with the hash ${upTo.hash}.`,
  checkpoint
    ? `The checkpoint of ${checkpoint.signed_at} at entry ${checkpoint.seq} agrees, signed by ${checkpoint.kid}.`
    : 'There is no checkpoint of these entries.',
  ...(fault === undefined ? verdictOf(doubts) : [`TAMPERED: ${fault}`]),
];

const verdictOf = (doubts: readonly string[]) =>
  doubts.length > 0 ? doubts.map((doubt) => `UNSIGNED: ${doubt}`) : ['Nothing contradicts the chain.'];

/** What a history without faults rests on without a signature, and what to do. */
export function doubtsOf(
  { beginning, lost, checkpoint }: Pick<VerifiedHistory, 'beginning' | 'lost' | 'checkpoint'>,
  { kids, upgraded = 0, against }: Pick<Command, 'kids' | 'upgraded' | 'against'>,
  accepted: readonly string[] | undefined,
): string[] {
  const doubts = lost
    .filter(({ signed_at }) => signed_at === null)
    .map(({ seq }) => `entry ${seq} says that a failover lost entries, and no signature does. Compare your failovers.`);
  const signed = [beginning, checkpoint].filter((one) => one !== null && one !== undefined);
  if (kids && signed.length === 0) doubts.push(`nothing in it is signed by ${kids.join(', ')}.`);
  if (against.length > 0 && !accepted && signed.length > 0)
    doubts.push('the earlier exports show no key. Name yours with --kid.');
  if (beginning?.retention_months === null && Date.parse(beginning.signed_at) > upgraded)
    doubts.push(
      `shortened before Burgee signed beginnings, or by someone on ${beginning.signed_at}. Say when you upgraded: --upgraded.`,
    );
  return doubts;
}
