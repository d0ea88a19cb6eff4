import type { ChainFaultKind } from '@burgee/contracts/wire';
import type { ChainFault } from './chain-fault.js';

const SENTENCES: Record<ChainFaultKind, (seq: number, to: number) => string> = {
  head_removed: (seq, to) =>
    `The first entries, ${seq} to ${to}, were removed: no signature says that the retention dropped them.`,
  beginning_unsigned: (_seq, to) =>
    `The first ${to} entries are gone, and its beginning is not signed yet: audit signs it once AUDIT_CHECKPOINT_KEY is set.`,
  entry_changed: (seq) => `Entry ${seq} was changed after it was recorded.`,
  entries_removed: (seq, to) => (seq === to ? `Entry ${seq} was removed.` : `Entries ${seq} to ${to} were removed.`),
  entries_swapped: (seq, to) => `Entries ${seq} and ${to} were swapped.`,
  entry_added: (seq) => `Entry ${seq} was added.`,
  tail_removed: (seq, to) =>
    seq === to ? `The last entry, ${seq}, was removed.` : `The last entries, ${seq} to ${to}, were removed.`,
  chain_rewritten: (seq, to) => `Between entries ${seq} and ${to}, the history does not match a checkpoint.`,
  checkpoint_forged: (seq) => `The signature at entry ${seq} is invalid, or its key is not one that is accepted.`,
};

/** One sentence for a reader. */
export const describeFault = ({ kind, seq, to_seq }: ChainFault): string => SENTENCES[kind](seq, to_seq);
