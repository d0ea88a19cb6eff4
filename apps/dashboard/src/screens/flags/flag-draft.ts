import type { CreateFlagRequest } from '@burgee/contracts/http';
import type { FlagType } from '@burgee/contracts/wire';

export interface FlagDraft {
  key: string;
  name: string;
  type: FlagType;
  description: string;
}

export const EMPTY_FLAG: FlagDraft = { key: '', name: '', type: 'boolean', description: '' };

export const TYPE_CHOICES: readonly { value: FlagType; label: string; description: string }[] = [
  { value: 'boolean', label: 'Boolean', description: 'On or off. Right for most.' },
  { value: 'string', label: 'String', description: 'One of several texts, such as a variant.' },
  { value: 'number', label: 'Number', description: 'A limit, a size, a price.' },
  { value: 'json', label: 'JSON', description: 'Several settings at once.' },
];

const KEY = /^[a-zA-Z0-9][a-zA-Z0-9._-]{0,127}$/;

/** A typed or pasted key, with hyphens instead of spaces. */
export const suggestKey = (typed: string) => typed.replace(/\s+/g, '-');

export function flagFaults({ key }: FlagDraft): Partial<Record<keyof FlagDraft, string>> {
  if (key === '') return { key: 'Give it a key.' };
  if (!KEY.test(key)) return { key: 'Start with a letter or digit; then letters, digits, dots, underscores, hyphens.' };
  return {};
}

export function toFlagRequest({ key, name, type, description }: FlagDraft): CreateFlagRequest {
  return {
    key,
    type,
    ...(name.trim() !== '' && { name: name.trim() }),
    ...(description.trim() !== '' && { description: description.trim() }),
  };
}
