/** The first line of a file. */
export interface Label {
  epoch: string;
  revision: number;
  key_hashes: string[];
  checked_at: number;
}

const isTexts = (value: unknown) => Array.isArray(value) && value.every((one) => typeof one === 'string');

export function isLabel(value: unknown): value is Label {
  const { epoch, revision, key_hashes, checked_at } = (value ?? {}) as Partial<Label>;
  const hasNumbers = typeof epoch === 'string' && Number.isSafeInteger(revision) && Number.isFinite(checked_at);
  return hasNumbers && isTexts(key_hashes);
}
