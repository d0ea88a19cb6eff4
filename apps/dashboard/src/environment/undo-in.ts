import type { EnvironmentView } from '@burgee/contracts/http';

export interface UndoQuestion {
  environment: EnvironmentView;
  /** What was done, as its toast said. */
  done: string;
}

type Ask = (question: UndoQuestion) => Promise<boolean>;

let ask: Ask | undefined;

/** The page behind sign-in asks, as long as it is shown. @returns ends that */
export function askToUndoBy(one: Ask): () => void {
  ask = one;
  return () => {
    if (ask === one) ask = undefined;
  };
}

/** Undoes what was done in an environment: at once, or in a protected one after a confirmation. @returns whether it was confirmed */
export async function undoIn(environment: EnvironmentView, done: string, undo: () => unknown): Promise<boolean> {
  const isConfirmed = !environment.protected || ((await ask?.({ environment, done })) ?? false);
  if (isConfirmed) undo();
  return isConfirmed;
}
