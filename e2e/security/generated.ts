const SLOW = process.env.BURGEE_LANE === 'slow';

/**
 * How many requests are generated, and from which seed: few and always the same for every change, many and new ones in
 * `npm run verify -- slow`, where a failure prints the seed.
 */
export const generated = (usual: { seed: number; numRuns: number }): { seed: number; numRuns: number } =>
  SLOW ? { seed: Date.now(), numRuns: 10 * usual.numRuns } : usual;
