import type { CreateFlagRequest } from '@burgee/contracts/http';
import type { FlagType } from '@burgee/contracts/wire';
import { texts } from './texts.js';

export interface FlagDraft {
  key: string;
  name: string;
  type: FlagType;
  description: string;
}

export const EMPTY_FLAG: FlagDraft = { key: '', name: '', type: 'boolean', description: '' };

export const TYPES: readonly FlagType[] = ['boolean', 'string', 'number', 'json'];

const KEY = /^[a-zA-Z0-9][a-zA-Z0-9._-]{0,127}$/;

/** A typed or pasted key in the form that keys have: "New checkout!" → "new-checkout". */
export const suggestKey = (typed: string) =>
  typed
    .toLowerCase()
    .replace(/[\s/-]+/g, '-')
    .replace(/[^a-z0-9._-]/g, '')
    .replace(/^[._-]+/, '');

export function flagFaults({ key }: FlagDraft): Partial<Record<keyof FlagDraft, string>> {
  if (key === '') return { key: texts.create.keyMissing };
  if (!KEY.test(key)) return { key: texts.create.keyWrong };
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
