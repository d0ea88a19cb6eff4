import type { ChainFaultKind } from '@burgee/contracts/wire';

/** A contradiction in a chain, and its place. */
export interface ChainFault {
  kind: ChainFaultKind;
  /** The numbers of the first and the last entry concerned. */
  seq: number;
  to_seq: number;
}
