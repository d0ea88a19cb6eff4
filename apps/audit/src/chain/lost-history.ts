import type { ChainLink, ChainPosition } from './hash-link.js';

/** An entry that says that what a checkpoint had seen was lost in a failover. */
export interface LostHistory {
  /** Its own number. */
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
