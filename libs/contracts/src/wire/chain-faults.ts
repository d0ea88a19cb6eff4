/** What can be wrong with a chain of audit entries. */
export const CHAIN_FAULTS = [
  'head_removed',
  'beginning_unsigned',
  'entry_changed',
  'entries_removed',
  'entries_swapped',
  'entry_added',
  'tail_removed',
  'chain_rewritten',
  'checkpoint_forged',
] as const;
export type ChainFaultKind = (typeof CHAIN_FAULTS)[number];
