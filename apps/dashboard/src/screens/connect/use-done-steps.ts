import { useState } from 'react';

/** Remembers steps: one that was done stays so for this visit, also when what it did is undone. @returns whether a step is done */
export function useDoneSteps(): (step: string, isDone: boolean) => boolean {
  const [done, setDone] = useState<ReadonlySet<string>>(new Set());
  return (step, isDone) => {
    if (isDone && !done.has(step)) setDone((before) => new Set([...before, step]));
    return isDone || done.has(step);
  };
}
