import type { ChainFaultKind } from '@burgee/contracts/wire';

/** What contradicts the chain, and where. */
export interface ChainFault {
  kind: ChainFaultKind;
  /** The number of the first entry concerned, and of the last. */
  seq: number;
  to_seq: number;
}
