/** The lane that runs, which jest.config.mjs says. */
declare const LANE: string;

/**
 * How many requests are generated, and from which seed: few and always the same in `npm test`, ten times as many or more and new ones in
 * `npm run verify -- slow`, where a failure prints the seed.
 */
export const generated = (usual: { seed: number; numRuns: number }, times = 10): { seed: number; numRuns: number } =>
  forLane(usual, { seed: Date.now(), numRuns: times * usual.numRuns });

/** What `npm test` tries, or what `npm run verify -- slow` tries instead. */
export const forLane = <T>(usual: T, inSlow: T): T => (LANE === 'slow' ? inSlow : usual);
