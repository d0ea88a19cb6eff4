import { createHash } from 'node:crypto';

/** An entry as its chain has it. Hashes are in hex. */
export interface ChainLink {
  seq: number;
  hash: string;
  content: string;
  /** What the content says as well, where it is stored a second time. */
  columns?: Record<string, unknown>;
}

/** After which link of a chain. */
export type ChainPosition = Pick<ChainLink, 'seq' | 'hash'>;

/** Before the first link of all. */
export const CHAIN_START: ChainPosition = { seq: 0, hash: '' };

/** SHA-256 of the hash before it, the number as eight bytes, the greatest first, and the content. */
export function hashLink(before: string, seq: number, content: string): string {
  const number = Buffer.alloc(8);
  number.writeBigInt64BE(BigInt(seq));
  return createHash('sha256').update(before, 'hex').update(number).update(content).digest('hex');
}
