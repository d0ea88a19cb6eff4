import { DerivedFlagSets } from '../flag-set/derived-flag-sets.js';
import type { ServingAdmission } from '../source/admission.js';
import { DecidableFlagSet, type SayDecision } from './decidable-flag-set.js';

/** The flag sets that were decided from lately, the latest version of each environment. */
export class DecidableFlagSets extends DerivedFlagSets<DecidableFlagSet> {
  /** @param say left out: as OFREP says a decision */
  constructor(maxBytes: number, admission: ServingAdmission, say?: SayDecision) {
    super(maxBytes, (rendered) => DecidableFlagSet.make(rendered, say), admission);
  }
}
