import { DomainError } from '@burgee/contracts/wire';

/**
 * Finds items by id, each once.
 * @param where the field with the id, relative to the item
 * @throws invalid_request when the id is unknown or repeated
 */
export function itemFinder<T>(found: readonly T[], idOf: (one: T) => string, where: string): (id: string) => T {
  const left = new Map(found.map((one) => [idOf(one), one]));
  const named = new Set<string>();
  const refuse = (detail: string) =>
    new DomainError('invalid_request', detail, { errors: [{ pointer: where, detail }] });
  return (id) => {
    if (named.has(id)) throw refuse('is named twice');
    named.add(id);
    const one = left.get(id);
    if (!one) throw refuse('is not a flag of this project');
    return one;
  };
}
