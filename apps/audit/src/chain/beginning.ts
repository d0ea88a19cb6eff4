import type { ChainFault } from './chain-fault.js';
import {
  type CheckpointStatement,
  isAccepted,
  isSigned,
  type Signature,
  type SigningKey,
  signStatement,
} from './checkpoint.js';
import type { ChainLink, ChainPosition } from './hash-link.js';
import type { EarlierExport, Evidence } from './evidence.js';

/** The signed content: the chain begins after this position, because what came before was dropped. */
export interface BeginningStatement extends CheckpointStatement {
  /** The retention that dropped it. Null: it was gone before this version, the first to sign beginnings. */
  retention_months: number | null;
}

export type SignedBeginning = BeginningStatement & Signature;

const toStatement = ({ chain_id, seq, hash, retention_months, signed_at }: BeginningStatement) => ({
  type: 'burgee-audit-beginning-v1',
  chain_id,
  seq,
  hash,
  retention_months,
  signed_at,
});

export const signBeginning = (statement: BeginningStatement, key: SigningKey): SignedBeginning => ({
  ...statement,
  ...signStatement(toStatement(statement), key),
});

/** Whether this is an entry that says that the entries up to `begins` were dropped. `action` is its first key. */
export const recordsBeginning = ({ content }: ChainLink, { seq, hash }: ChainPosition): boolean =>
  content.startsWith('{"action":"history_dropped",') && content.includes(`"dropped":{"hash":"${hash}","seq":${seq}}`);

interface ChainBeginning {
  chain_id: string;
  begins: ChainPosition;
  beginning?: SignedBeginning | undefined;
  /** Whether 0.1.0 dropped what came before, and audit has yet to sign that. */
  isUnsigned?: boolean | undefined;
  /** Whether an entry of the chain says the same. */
  isBeginningRecorded?: boolean | undefined;
}

/**
 * A chain begins with its first entry, or where a signature says so. Nothing older than this version excuses what an
 * export of this version, with a signed beginning of its own, still had.
 */
export function checkBeginning(
  { chain_id, begins, beginning, isUnsigned, isBeginningRecorded }: ChainBeginning,
  { kids, earlier = [] }: Evidence = {},
): ChainFault | undefined {
  const { seq, hash } = begins;
  if (seq === 0) return undefined;
  const fault: ChainFault = { kind: 'head_removed', seq: 1, to_seq: seq };
  if (isUnsigned && !beginning) return { ...fault, kind: 'beginning_unsigned' };
  if (!beginning || !isBeginningRecorded || !isAccepted(beginning.kid, kids)) return fault;
  const isOfPlace = beginning.chain_id === chain_id && beginning.seq === seq && beginning.hash === hash;
  if (!isOfPlace || !isSigned(toStatement(beginning), beginning)) return fault;
  if (beginning.retention_months === null) {
    const had = earlier.find((one) => one.isSigned && one.begins.seq < seq);
    return had && { ...fault, seq: had.begins.seq + 1 };
  }
  const { signed_at, retention_months } = beginning;
  const young = Math.min(...earlier.flatMap((one) => youngIn(one, signed_at, retention_months)));
  return young <= seq ? { ...fault, seq: young } : undefined;
}

/** The entries that retention must have kept. Clocks may differ by a day. */
function youngIn({ days }: EarlierExport, signed_at: string, months: number): number[] {
  const signed = new Date(signed_at);
  const kept = new Date(Date.UTC(signed.getUTCFullYear(), signed.getUTCMonth() - months, 1 + 1));
  const since = kept.toISOString().slice(0, 'YYYY-MM-DD'.length);
  return [...days].flatMap(([day, seq]) => (day >= since ? [seq] : []));
}
