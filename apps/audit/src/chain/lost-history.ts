import type { ChainFault } from './chain-fault.js';
import { isAccepted, isSigned, type Signature, type SigningKey, signStatement } from './checkpoint.js';
import type { Evidence, LostHistory } from './evidence.js';
import { type ChainLink, isPosition } from './hash-link.js';

/** The signed content: a failover lost what this checkpoint covers after this entry. */
export interface LossStatement {
  chain_id: string;
  /** The last entry that was left. */
  seq: number;
  lost_seq: number;
  lost_hash: string;
  signed_at: string;
}

/** What the entry has of it. */
type SignedLoss = Pick<LossStatement, 'seq' | 'signed_at'> & Signature;

const toStatement = ({ chain_id, seq, lost_seq, lost_hash, signed_at }: LossStatement) => ({
  type: 'burgee-audit-loss-v1',
  chain_id,
  seq,
  lost_seq,
  lost_hash,
  signed_at,
});

export function signLoss(statement: LossStatement, key: SigningKey): SignedLoss {
  const { seq, signed_at } = statement;
  return { seq, signed_at, ...signStatement(toStatement(statement), key) };
}

const isSame = (one: LostHistory, other: LostHistory) =>
  one.seq === other.seq && one.checkpoint.seq === other.checkpoint.seq && one.checkpoint.hash === other.checkpoint.hash;

interface FoundLoss {
  lost?: LostHistory;
  /** Whether it explains checkpoints that the chain lacks. */
  isExcuse?: boolean;
  fault?: ChainFault;
}

/**
 * 0.1.0 recorded losses without a signature. Compared with earlier exports, such an entry explains only what one of them
 * also has.
 * @returns undefined for every other entry
 */
export function lostHistoryIn(
  { seq, content }: ChainLink,
  chain_id: string,
  { kids, earlier = [] }: Evidence,
): FoundLoss | undefined {
  if (!content.includes('"action":"history_lost"')) return undefined;
  const { action, new_values, created_at } = JSON.parse(content);
  if (action !== 'history_lost') return undefined;
  const { checkpoint, signed } = (new_values ?? {}) as { checkpoint?: unknown; signed?: SignedLoss };
  if (!isPosition(checkpoint) || typeof created_at !== 'string')
    return { fault: { kind: 'entry_added', seq, to_seq: seq } };
  const lost: LostHistory = { seq, checkpoint, created_at, signed_at: signed?.signed_at ?? null };
  if (!signed)
    return { lost, isExcuse: earlier.length === 0 || earlier.some((one) => one.lost.some((has) => isSame(has, lost))) };
  const statement = { ...signed, chain_id, lost_seq: checkpoint.seq, lost_hash: checkpoint.hash };
  const isGenuine = signed.seq < seq && isAccepted(signed.kid, kids) && isSigned(toStatement(statement), signed);
  return isGenuine ? { lost, isExcuse: true } : { fault: { kind: 'checkpoint_forged', seq, to_seq: seq } };
}
