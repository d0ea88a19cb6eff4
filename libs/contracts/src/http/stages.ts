/** The stages of a flag's life. */
export const STAGES = ['new', 'active', 'rolled-out', 'stale'] as const;
export type Stage = (typeof STAGES)[number] | 'archived';
