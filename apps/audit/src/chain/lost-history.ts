import type { ChainLink, ChainPosition } from './hash-link.js';

/** An entry recording that a failover lost entries that a checkpoint covers. */
export interface LostHistory {
  /** The number of this entry. */
  seq: number;
  checkpoint: ChainPosition;
  created_at: string;
}

/** @returns undefined for every other entry */
export function lostHistoryIn({ seq, content }: ChainLink): LostHistory | undefined {
  if (!content.includes('"action":"history_lost"')) return undefined;
  const { action, new_values, created_at } = JSON.parse(content);
  return action === 'history_lost' ? { seq, checkpoint: new_values.checkpoint, created_at } : undefined;
}
