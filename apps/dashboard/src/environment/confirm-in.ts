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
  const isConfirmed =
    (asked.length === 0 && !question.always) || ((await ask?.({ ...question, environments: asked })) ?? false);
  if (isConfirmed) act();
  return isConfirmed;
}

/** Undoes a change in these environments. @returns whether it was confirmed */
export function undoIn(environments: readonly EnvironmentView[], done: string, undo: () => unknown): Promise<boolean> {
  const where = listNames(environments.filter((one) => one.protected).map(({ name }) => name));
  const question = { title: texts.title(where), effects: [texts.effect(done)], action: texts.action(where) };
  return confirmIn({ ...question, environments }, undo);
}
