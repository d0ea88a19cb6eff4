import type { EnvironmentView } from '@burgee/contracts/http';
import { listNames } from '../feedback/format.js';
import type { FieldChange } from '../toggle/describe-value.js';
import { texts as all } from './texts.js';

const texts = all.undo;

/** The question before a change in protected environments. */
export interface Question {
  title: string;
  environments: readonly EnvironmentView[];
  changes?: readonly FieldChange[];
  /** The effects on users, a sentence each. */
  effects: readonly string[];
  /** The label of the button that does it. */
  action: string;
  /** Asks also where no environment is protected. */
  always?: boolean;
}

/** Whether a change in an environment is confirmed. Where it needs approval, the dialog that requests it asks instead. */
export const isConfirmed = ({ protected: guarded, approvals }: Pick<EnvironmentView, 'protected' | 'approvals'>) =>
  guarded && approvals === 0;

/** Whether a change in these environments needs approval, for which another dialog asks. */
export const needsApproval = (environments: readonly Pick<EnvironmentView, 'approvals'>[]): boolean =>
  environments.some(({ approvals }) => approvals > 0);

type Ask = (question: Question) => Promise<boolean>;

let ask: Ask | undefined;

/** Registers the dialog that asks. @returns a function that removes it */
export function askBy(one: Ask): () => void {
  ask = one;
  return () => {
    if (ask === one) ask = undefined;
  };
}

/**
 * Acts at once, or after a confirmation where some of the environments are protected, or always.
 * @returns whether it was confirmed
 */
export async function confirmIn({ environments, ...question }: Question, act: () => unknown): Promise<boolean> {
  const asked = environments.filter((one) => one.protected);
  const goesOn =
    (asked.length === 0 && !question.always) || ((await ask?.({ ...question, environments: asked })) ?? false);
  if (goesOn) act();
  return goesOn;
}

/** Undoes a change in these environments. @returns whether it was confirmed */
export function undoIn(environments: readonly EnvironmentView[], done: string, undo: () => unknown): Promise<boolean> {
  const asked = needsApproval(environments) ? [] : environments.filter(isConfirmed);
  const where = listNames(asked.map(({ name }) => name));
  const question = { title: texts.title(where), effects: [texts.effect(done)], action: texts.action(where) };
  return confirmIn({ ...question, environments: asked }, undo);
}
