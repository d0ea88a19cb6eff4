import { DomainError, type FieldFault } from '@burgee/contracts/wire';

export const MAX_DEPTH = 16;
/**
 * Of most routes the largest request, a project with 20 environments, has 125. To validate one takes far longer than to parse
 * it, also for a caller who has not signed in: a few bodies that are full of them would occupy a service. A route that needs more says so in `valuesAtMost`.
 */
export const MAX_VALUES = 200;

export const TOO_DEEP: FieldFault = { pointer: '', detail: `must not be nested deeper than ${MAX_DEPTH} levels` };
export const tooMany = (valuesAtMost: number): FieldFault => ({
  pointer: '',
  detail: `must not hold more than ${valuesAtMost} values`,
});

function faultOf(value: string): string | undefined {
  if (value.includes('\0')) return 'must not hold the character U+0000';
  if (!value.isWellFormed()) return 'must be well-formed Unicode (it holds half of a surrogate pair)';
  return undefined;
}

/**
 * The first reason why a parsed body cannot be stored as it came: a NUL byte or half a surrogate pair in a
 * name or value, nesting deeper than 16, or more values than may be. It does not recurse, so depth cannot exhaust the stack.
 */
export function plainTextFault(body: unknown, valuesAtMost = MAX_VALUES): FieldFault | undefined {
  const rest: { value: unknown; pointer: string; depth: number }[] = [{ value: body, pointer: '', depth: 0 }];
  let count = 0;
  for (let next = rest.pop(); next; next = rest.pop()) {
    const { value, pointer, depth } = next;
    if (typeof value === 'string') {
      const detail = faultOf(value);
      if (detail) return { pointer, detail };
    }
    if (typeof value !== 'object' || value === null) continue;
    if (depth >= MAX_DEPTH) return TOO_DEEP;
    for (const [name, inner] of Object.entries(value)) {
      if (++count > valuesAtMost) return tooMany(valuesAtMost);
      const detail = faultOf(name);
      if (detail) return { pointer, detail: `a field's name ${detail}` };
      rest.push({ value: inner, pointer: `${pointer}/${name}`, depth: depth + 1 });
    }
  }
  return undefined;
}

export const unstorable = (fault: FieldFault): DomainError =>
  new DomainError('invalid_request', `The request cannot be stored: ${fault.detail}.`, { errors: [fault] });

/** @param valuesAtMost of each input, where a route takes more or fewer than most */
export function refuseUnstorableText(inputs: readonly unknown[], valuesAtMost?: number): void {
  for (const input of inputs) {
    const fault = plainTextFault(input, valuesAtMost);
    if (fault) throw unstorable(fault);
  }
}
