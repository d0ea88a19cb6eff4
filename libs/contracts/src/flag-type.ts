/** The types a flag can have; a targeting return value must parse as its flag's type. */
export const FLAG_TYPES = ['boolean', 'string', 'number', 'json'] as const;
export type FlagType = (typeof FLAG_TYPES)[number];

/** Whether `value` can be returned by a flag of `type`: `true`/`false`, any text, a finite number, or JSON. */
export function parsesAs(type: FlagType, value: string): boolean {
  switch (type) {
    case 'boolean':
      return value === 'true' || value === 'false';
    case 'string':
      return true;
    case 'number':
      return value.trim() !== '' && Number.isFinite(Number(value));
    case 'json':
      try {
        JSON.parse(value);
        return true;
      } catch {
        return false;
      }
  }
}
