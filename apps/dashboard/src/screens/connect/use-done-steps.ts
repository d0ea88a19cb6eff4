import { useState } from 'react';

/** Remembers finished steps for this visit, even when the user undoes what they did. @returns whether a step is done */
export function useDoneSteps(): (step: string, isDone: boolean) => boolean {
  const [done, setDone] = useState<ReadonlySet<string>>(new Set());
  return (step, isDone) => {
    if (isDone && !done.has(step)) setDone((before) => new Set([...before, step]));
    return isDone || done.has(step);
  };
}
