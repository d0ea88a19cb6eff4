import { apply } from './apply.js';
import type { Mutant } from './mutant.js';
import { MUTANTS } from './mutants.js';
import { build, runSuite, stopSuite } from './run-suite.js';
import { makeScratch } from './scratch.js';
import { resultOf, type MutantResult } from './mutant-result.js';

async function tryOut(root: string, mutant: Mutant): Promise<MutantResult> {
  const restore = apply(root, mutant.edits);
  try {
    await build(root);
    return resultOf(mutant.killer, await runSuite(root, mutant.suite));
  } catch (error) {
    console.log((error as Error).message);
    return { killed: false, says: `NO RESULT: ${(error as Error).message.split('\n')[0]}` };
  } finally {
    restore();
  }
}

/** Every suite is green before anything is broken, and has the tests that are to go red: else red would say nothing. */
async function expectGreen(root: string, mutants: readonly Mutant[]): Promise<void> {
  for (const suite of new Set(mutants.map((mutant) => mutant.suite))) {
    const { passed, failed } = await runSuite(root, suite);
    if (failed.length > 0)
      throw new Error(`${suite} is red with nothing broken:\n${failed.map(({ name }) => name).join('\n')}`);
    for (const { name, killer } of mutants.filter((mutant) => mutant.suite === suite))
      if (!passed.some((test) => test.includes(killer)))
        throw new Error(`${suite} has no test “${killer}”, which “${name}” is to turn red.`);
    console.log(`  green  ${suite}`);
  }
}

/** @throws when a word fits no mutant */
export function choose(only: readonly string[]): Mutant[] {
  const fits = (word: string, index: number) =>
    /^\d+$/.test(word) ? Number(word) === index + 1 : MUTANTS[index]?.name.includes(word);
  for (const word of only)
    if (!MUTANTS.some((_, index) => fits(word, index)))
      throw new Error(`No mutant is called “${word}”:\n${MUTANTS.map(({ name }) => name).join('\n')}`);
  return MUTANTS.filter((_, index) => only.length === 0 || only.some((word) => fits(word, index)));
}

/**
 * Breaks the design in each of the listed ways, one at a time, in a copy of the tree, and runs the tests that have to
 * notice.
 * @param only numbers, or parts of the names, of the mutants to try; all when empty
 * @returns whether the tests noticed every one
 */
export async function runMutants(tree: string, only: readonly string[]): Promise<boolean> {
  const mutants = choose(only);
  const { root, remove } = makeScratch(tree);
  const end = () =>
    void stopSuite().finally(() => {
      remove();
      process.exit(130);
    });
  process.once('SIGINT', end);
  process.once('SIGTERM', end);
  const results: MutantResult[] = [];
  try {
    await build(root);
    await expectGreen(root, mutants);
    for (const mutant of mutants) {
      const result = await tryOut(root, mutant);
      results.push(result);
      console.log(`  ${result.killed ? 'killed' : 'ALIVE '} ${mutant.name}`);
    }
  } finally {
    process.removeListener('SIGINT', end);
    process.removeListener('SIGTERM', end);
    remove();
  }
  const width = Math.max(...mutants.map(({ name }) => name.length));
  console.log('');
  for (const [index, mutant] of mutants.entries())
    console.log(
      `${String(MUTANTS.indexOf(mutant) + 1).padStart(2)}  ${mutant.name.padEnd(width)}  ${results[index]?.says}`,
    );
  const killed = results.filter((result) => result.killed).length;
  console.log(`\n${killed} of ${mutants.length} mutants killed.`);
  return killed === mutants.length;
}
