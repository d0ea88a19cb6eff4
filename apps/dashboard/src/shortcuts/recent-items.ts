const NAME = 'burgee-recent';
const KEPT = 8;

/** Adds an item to the list: the latest first, without duplicates. */
export const withRecent = (recent: readonly string[], id: string) =>
  [id, ...recent.filter((other) => other !== id)].slice(0, KEPT);

/** The ids of this browser's recent items, the latest first; storage may be disabled, or contain something else. */
export function readRecent(): string[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(NAME) ?? '[]');
    return Array.isArray(kept) ? kept.filter((id) => typeof id === 'string') : [];
  } catch {
    return [];
  }
}

export function noteRecent(id: string): void {
  try {
    localStorage.setItem(NAME, JSON.stringify(withRecent(readRecent(), id)));
  } catch {
    // The palette works without storage.
  }
}
