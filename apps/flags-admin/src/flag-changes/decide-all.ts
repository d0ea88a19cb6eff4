import { DomainError, type ErrorCode, type FieldFault } from '@burgee/contracts/wire';

/** If items are refused for several reasons, the response has the first of these codes. */
const CODES = ['invalid_request', 'flag_archived', 'value_changed'] as const satisfies ErrorCode[];

interface Refused {
  pointer: string;
  error: DomainError;
}

const faultsOf = ({ pointer, error }: Refused): FieldFault[] =>
  error.options.errors?.map((fault) => ({ ...fault, pointer: pointer + fault.pointer })) ?? [
    { pointer, detail: error.message },
  ];

function refusal(refused: readonly Refused[], count: number): DomainError {
  const code = CODES.find((one) => refused.some(({ error }) => error.code === one)) ?? 'invalid_request';
  const errors = refused.flatMap(faultsOf);
  const detail = `Nothing was changed: ${refused.length} of ${count} cannot be changed. \`errors\` says why.`;
  // The client needs the present values to decide again.
  const current = code === 'value_changed' ? refused.map(({ error }) => error.options.current) : undefined;
  return new DomainError(code, detail, { errors, current });
}

/**
 * Decides every item, all or none: if one is refused, all are, and the error names every refused item.
 * @param pointer to the list of items in the body
 * @param inItem to the faulty part of an item, if it is not the whole item
 * @throws DomainError
 */
export function decideAll<I, O>(
  items: readonly I[],
  pointer: string,
  decide: (item: I) => O,
  inItem: (error: DomainError) => string = () => '',
): O[] {
  const decided: O[] = [];
  const refused: Refused[] = [];
  for (const [index, item] of items.entries())
    try {
      decided.push(decide(item));
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      refused.push({ pointer: `${pointer}/${index}${inItem(error)}`, error });
    }
  if (refused.length > 0) throw refusal(refused, items.length);
  return decided;
}
