/** What JSON writes around a value besides its text: the name of the field, quotes, a number. */
const AROUND_VALUE = 20;

/** About how many bytes the JSON of a value has. Texts are counted as JSON writes them: a control character has six bytes there. */
export function approximateBytes(value: unknown): number {
  if (typeof value === 'string') return Buffer.byteLength(JSON.stringify(value)) + AROUND_VALUE;
  if (typeof value !== 'object' || value === null) return AROUND_VALUE;
  return Object.values(value).reduce<number>((bytes, one) => bytes + approximateBytes(one), AROUND_VALUE);
}
