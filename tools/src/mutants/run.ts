import { apply } from './apply.js';
import type { Mutant } from './mutant.js';
import { MUTANTS } from './mutants.js';
import { type MutantResult, type PassedTest, resultOf } from './mutant-result.js';
import { build, runSuite, stopSuites } from './run-suite.js';
import { makeScratch } from './scratch.js';
import { parseSuite, together } from './suite.js';

/** So many are tried side by side, each in a copy of the tree. */
const SIDE_BY_SIDE = 2;

async function tryOut(root: string, mutant: Mutant): Promise<MutantResult> {
  const restore = apply(root, mutant.edits);
  try {
    await build(root);
    return resultOf(mutant.killer, await runSuite(root, parseSuite(mutant.suite)));
  } catch (error) {
    console.log((error as Error).message);
    return { killed: false, says: `NO RESULT: ${(error as Error).message.split('\n')[0]}` };
  } finally {
    restore();
  }
}

/** Every suite is green before anything is broken, and has the tests that are to go red: else red would say nothing. */
async function expectGreen(root: string, mutants: readonly Mutant[]): Promise<void> {
  const tests: PassedTest[] = [];
  for (const suite of together([...new Set(mutants.map((mutant) => mutant.suite))].map(parseSuite))) {
    const { passed, failed } = await runSuite(root, suite);
    const what = `${suite.lane}: ${suite.files.join(' ')}`;
    if (failed.length > 0)
      throw new Error(`${what} is red with nothing broken:\n${failed.map(({ name }) => name).join('\n')}`);
    tests.push(...passed);
    console.log(`  green  ${what}`);
  }
  for (const { name, killer, suite } of mutants) {
    const { files } = parseSuite(suite);
    const ofSuite = tests.filter(({ file }) => files.some((one) => file.endsWith(one)));
    if (!ofSuite.some((test) => test.name.includes(killer)))
      throw new Error(`${suite} has no test “${killer}”, which “${name}” is to turn red.`);
  }
}

/** Tries each mutant in the first copy that is free. */
async function tryAll(roots: readonly string[], mutants: readonly Mutant[]): Promise<MutantResult[]> {
  const results: MutantResult[] = [];
  const left = mutants.entries();
  const tryInOne = async (root: string) => {
    for (const [index, mutant] of left) {
      const result = await tryOut(root, mutant);
      results[index] = result;
      console.log(`  ${result.killed ? 'killed' : 'ALIVE '} ${mutant.name}`);
    }
  };
  await Promise.all(roots.map(tryInOne));
  return results;
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
 * Breaks the design in each of the listed ways, one at a time, in copies of the tree, and runs the tests that have to
 * notice.
 * @param only numbers, or parts of the names, of the mutants to try; all when empty
 * @returns whether the tests noticed every one
 */
export async function runMutants(tree: string, only: readonly string[]): Promise<boolean> {
  const mutants = choose(only);
  const first = makeScratch(tree);
  const copies = [first, ...mutants.slice(1, SIDE_BY_SIDE).map(() => makeScratch(tree))];
  const remove = () => copies.forEach((copy) => copy.remove());
  const end = () =>
    void stopSuites().finally(() => {
      remove();
      process.exit(130);
    });
  process.once('SIGINT', end);
  process.once('SIGTERM', end);
  let results: MutantResult[];
  try {
    const roots = copies.map(({ root }) => root);
    for (const root of roots) await build(root);
    await expectGreen(first.root, mutants);
    results = await tryAll(roots, mutants);
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
