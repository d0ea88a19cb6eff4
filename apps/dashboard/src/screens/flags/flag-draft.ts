import type { CreateFlagRequest, FlagKind } from '@burgee/contracts/http';
import type { FlagType } from '@burgee/contracts/wire';
import { asApiError } from '../../api/api-error.js';
import { texts } from './create-texts.js';

export interface FlagDraft {
  key: string;
  name: string;
  type: FlagType;
  description: string;
  tags: string[];
  /** The id of a member; empty: no owner. */
  owner: string;
  /** Empty: no kind. */
  kind: FlagKind | '';
  /** YYYY-MM-DD; empty: no end date. */
  endsOn: string;
}

export const EMPTY_FLAG: FlagDraft = {
  key: '',
  name: '',
  type: 'boolean',
  description: '',
  tags: [],
  owner: '',
  kind: '',
  endsOn: '',
};

const KEY = /^[a-zA-Z0-9][a-zA-Z0-9._-]{0,127}$/;

/** A typed or pasted key in the form that keys have: "New checkout!" → "new-checkout". */
export const suggestKey = (typed: string) =>
  typed
    .toLowerCase()
    .replace(/[\s/-]+/g, '-')
    .replace(/[^a-z0-9._-]/g, '')
    .replace(/^[._-]+/, '');

export function flagFaults({ key }: FlagDraft): Partial<Record<keyof FlagDraft, string>> {
  if (key === '') return { key: texts.keyMissing };
  if (!KEY.test(key)) return { key: texts.keyWrong };
  return {};
}

/** The names of the fields in the request. */
const SENT_AS = { key: 'key', tags: 'tags', owner: 'owner_id', kind: 'kind', endsOn: 'ends_on' } as const;

/** The service's refusal, by field of the form. */
export function refusedFields(thrown: unknown): Record<string, string> {
  const error = asApiError(thrown);
  const faults = Object.entries(SENT_AS).map(([field, sent]) => [field, error.faultOf(sent)] as const);
  return Object.fromEntries(faults.filter((fault): fault is [string, string] => fault[1] !== undefined));
}

export function toFlagRequest(draft: FlagDraft): CreateFlagRequest {
  const { key, name, type, description, tags, owner, kind, endsOn } = draft;
  return {
    key,
    type,
    ...(name.trim() !== '' && { name: name.trim() }),
    ...(description.trim() !== '' && { description: description.trim() }),
    ...(tags.length > 0 && { tags }),
    ...(owner !== '' && { owner_id: owner }),
    ...(kind !== '' && { kind }),
    ...(endsOn !== '' && { ends_on: endsOn }),
  };
}
