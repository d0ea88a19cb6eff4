import { DerivedFlagSets } from '../flag-set/derived-flag-sets.js';
import type { ServingAdmission } from '../source/admission.js';
import { DecidableFlagSet, type SayDecision } from './decidable-flag-set.js';

/** Decidable forms of the recently used flag sets, in the latest version of each environment. */
export class DecidableFlagSets extends DerivedFlagSets<DecidableFlagSet> {
  /** @param say left out: OFREP's encoding */
  constructor(maxBytes: number, admission: ServingAdmission, say?: SayDecision) {
    super(maxBytes, (rendered) => DecidableFlagSet.make(rendered, say), admission);
  }
}
