import type { DocumentFlag, DocumentValue } from '@burgee/contracts/http';
import { DomainError, type FieldFault } from '@burgee/contracts/wire';
import { decideValue } from '../flags/decide-value.js';
import { type FlagRow, FRESH_VALUE, type ValueState } from '../flags/flag-row.js';
import { sortedTags } from '../flags/sorted-tags.js';
import { changedFields } from '../unit-of-work/changed-fields.js';

export type Described = Pick<FlagRow, 'name' | 'description' | 'tags' | 'kind' | 'ends_on'> & {
  archived: boolean;
};

/** An existing flag, with its values by the slug of their environments. */
export interface CurrentFlag {
  row: FlagRow;
  values: ReadonlyMap<string, ValueState>;
}

export interface DecidedValue {
  slug: string;
  before: ValueState;
  next: ValueState;
}

/** The decision for one flag of a document. */
export interface DecidedFlag {
  key: string;
  type: FlagRow['type'];
  /** Undefined when it is new. */
  current: CurrentFlag | undefined;
  next: Described;
  /** The changed fields of the flag itself. */
  changed: (keyof Described)[];
  /** The changed values. */
  values: DecidedValue[];
}

type Decision = { decided: DecidedFlag; faults?: undefined } | { faults: FieldFault[] };

const describedOf = ({ name, description, tags, kind, ends_on, archived_at }: FlagRow): Described => ({
  name,
  description,
  tags,
  kind,
  ends_on,
  archived: archived_at !== null,
});

/** The differences in the description. Tags are compared as sets. */
function decideDescription(current: Described, document: DocumentFlag) {
  const { name, description, tags, kind, ends_on, archived } = document;
  const given = tags && sortedTags(tags);
  const sameTags = given?.join(' ') === current.tags.join(' ');
  return changedFields<Described>(current, {
    ...(name !== undefined && { name }),
    ...(description !== undefined && { description }),
    ...(kind !== undefined && { kind }),
    ...(ends_on !== undefined && { ends_on }),
    ...(archived !== undefined && { archived }),
    ...(given && !sameTags && { tags: given }),
  });
}

/** @returns undefined when nothing changes, or the faults */
function decideOneValue(before: ValueState, given: DocumentValue, type: FlagRow['type']) {
  try {
    return { next: decideValue(before, given as Partial<ValueState>, type) };
  } catch (error) {
    if (error instanceof DomainError && error.options.errors) return { wrong: error.options.errors };
    throw error;
  }
}

function decideValues(
  { type, environments = {} }: DocumentFlag,
  current: CurrentFlag | undefined,
  slugs: ReadonlySet<string>,
) {
  const values: DecidedValue[] = [];
  const faults: FieldFault[] = [];
  for (const [slug, given] of Object.entries(environments)) {
    const path = `/environments/${slug}`;
    const before = current?.values.get(slug) ?? FRESH_VALUE;
    const { next, wrong } = decideOneValue(before, given, type);
    if (!slugs.has(slug))
      faults.push({ pointer: path, detail: 'is not an environment of the document or the project' });
    else if (wrong) faults.push(...wrong.map(({ pointer, detail }) => ({ pointer: `${path}${pointer}`, detail })));
    else if (next) values.push({ slug, before, next });
  }
  return { values, faults };
}

/**
 * @param slugs the environments of the document and of the project
 * @returns the decision, or all faults of the flag
 */
export function decideFlag(
  document: DocumentFlag,
  current: CurrentFlag | undefined,
  slugs: ReadonlySet<string>,
): Decision {
  const { key, type } = document;
  if (current && current.row.type !== type)
    return {
      faults: [{ pointer: '/type', detail: `must be ${current.row.type}, the type of this flag in the project` }],
    };
  const { values, faults } = decideValues(document, current, slugs);
  if (faults.length > 0) return { faults };
  const fresh = { name: key, description: null, tags: [], kind: null, ends_on: null, archived: false };
  const before = current ? describedOf(current.row) : fresh;
  const changed = decideDescription(before, document);
  const fields = Object.keys(changed?.after ?? {}) as (keyof Described)[];
  return { decided: { key, type, current, next: changed?.next ?? before, changed: fields, values } };
}
