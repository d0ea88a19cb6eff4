import type { StoredFact } from '../changes/facts.js';
import type { Outcome } from './outcome.js';

export interface LaneSteps {
  tell: (fact: StoredFact) => Promise<Outcome>;
  refused: (fact: StoredFact, reason: string) => Promise<void>;
  putOff: (fact: StoredFact, reason: string) => Promise<void>;
}

/**
 * Tells the facts of one lane, `width` at a time. A fact that is refused or gets no answer is noted and the others go
 * on; where nobody answers at all, the rest waits for the next sweep.
 * @returns whether all had their turn
 */
export async function runLane(facts: readonly StoredFact[], width: number, steps: LaneSteps): Promise<boolean> {
  for (let from = 0; from < facts.length; from += width) {
    const some = facts.slice(from, from + width);
    const outcomes = await Promise.all(some.map(steps.tell));
    await Promise.all(some.map((fact, index) => note(fact, outcomes[index] as Outcome, steps)));
    if (outcomes.some(({ kind }) => kind === 'nobody')) return false;
    if (outcomes.every(({ kind }) => kind === 'silent')) return false;
  }
  return true;
}

async function note(fact: StoredFact, outcome: Outcome, { refused, putOff }: LaneSteps): Promise<void> {
  if (outcome.kind === 'refused') await refused(fact, outcome.reason);
  if (outcome.kind === 'silent') await putOff(fact, outcome.reason);
}
