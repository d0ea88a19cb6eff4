import type { DocumentEnvironment } from '@burgee/contracts/http';
import { DomainError, type FieldFault } from '@burgee/contracts/wire';
import { type LastingRules, loosenedRules } from '../change-rules/decide-rules.js';
import { environmentPatch } from '../environments/environment-patch.js';
import { changedFields } from '../unit-of-work/changed-fields.js';
import type { LockedEnvironment } from '../unit-of-work/lock-environment.js';

/** An environment as far as a document describes it. */
export type DescribedEnvironment = LockedEnvironment & LastingRules;

/** The decision for one environment of a document. */
export interface DecidedEnvironment {
  slug: string;
  document: DocumentEnvironment;
  /** Undefined when it is new. */
  current: DescribedEnvironment | undefined;
  /** The fields that change. For a new environment, the fields in the document. */
  parts: string[];
  /** The rules that would become looser, which no import does. */
  loosens: (keyof LastingRules)[];
}

type Decision = { decided: DecidedEnvironment; faults?: undefined } | { faults: readonly FieldFault[] };

/** The columns that differ from the document. */
export function changedByDocument(current: DescribedEnvironment, { slug: _slug, ...fields }: DocumentEnvironment) {
  return changedFields(current, environmentPatch(fields));
}

export function decideEnvironment(document: DocumentEnvironment, current: DescribedEnvironment | undefined): Decision {
  const { slug, ...fields } = document;
  try {
    const patch = environmentPatch(fields);
    const after = current ? (changedFields(current, patch)?.after ?? {}) : patch;
    const loosens = current ? loosenedRules(current, document) : [];
    return { decided: { slug, document, current, parts: Object.keys(after), loosens } };
  } catch (error) {
    if (error instanceof DomainError && error.options.errors) return { faults: error.options.errors };
    throw error;
  }
}
