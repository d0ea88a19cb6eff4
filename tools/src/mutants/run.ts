import { apply } from './apply.js';
import { type Mutant, MUTANTS } from './mutants.js';
import { build, runSuite, stopSuite, type SuiteResult } from './run-suite.js';
import { makeScratch } from './scratch.js';

interface Verdict {
  mutant: Mutant;
  result: SuiteResult | Error;
}

const isKilled = ({ result }: Verdict) => !(result instanceof Error) && result.failed.length > 0;

function describe({ result }: Verdict): string {
  if (result instanceof Error) return `NO VERDICT: ${result.message.split('\n')[0]}`;
  if (result.failed.length === 0) return `SURVIVED: ${result.passed} tests passed`;
  return `red: ${result.failed[0]}${result.failed.length > 1 ? ` and ${result.failed.length - 1} more` : ''}`;
}

async function judge(root: string, mutant: Mutant): Promise<Verdict> {
  const restore = apply(root, mutant.edits);
  try {
    await build(root);
    return { mutant, result: await runSuite(root, mutant.suite) };
  } catch (error) {
    return { mutant, result: error as Error };
  } finally {
    restore();
  }
}

/** Every suite is green before anything is broken: else red would say nothing. */
async function expectGreen(root: string, mutants: readonly Mutant[]): Promise<void> {
  for (const suite of new Set(mutants.map((mutant) => mutant.suite))) {
    const { failed } = await runSuite(root, suite);
    if (failed.length > 0) throw new Error(`${suite} is red with nothing broken:\n${failed.join('\n')}`);
    console.log(`  green  ${suite}`);
  }
}

/**
 * Breaks the design in each of the listed ways, one at a time, in a copy of the tree, and runs the tests that have to
 * notice.
 * @param only numbers of the mutants to try; all when empty
 * @returns whether the tests noticed every one
 */
export async function runMutants(tree: string, only: readonly number[]): Promise<boolean> {
  const mutants = MUTANTS.filter((_, index) => only.length === 0 || only.includes(index + 1));
  const { root, remove } = makeScratch(tree);
  const end = () =>
    void stopSuite().finally(() => {
      remove();
      process.exit(130);
    });
  process.once('SIGINT', end);
  process.once('SIGTERM', end);
  const verdicts: Verdict[] = [];
  try {
    await build(root);
    await expectGreen(root, mutants);
    for (const mutant of mutants) {
      const verdict = await judge(root, mutant);
      verdicts.push(verdict);
      console.log(`  ${isKilled(verdict) ? 'killed' : 'ALIVE '} ${mutant.name}`);
      if (verdict.result instanceof Error) console.log(verdict.result.message);
    }
  } finally {
    process.removeListener('SIGINT', end);
    process.removeListener('SIGTERM', end);
    remove();
  }
  const width = Math.max(...mutants.map(({ name }) => name.length));
  console.log('');
  for (const verdict of verdicts)
    console.log(
      `${String(MUTANTS.indexOf(verdict.mutant) + 1).padStart(2)}  ${verdict.mutant.name.padEnd(width)}  ${describe(verdict)}`,
    );
  const killed = verdicts.filter(isKilled).length;
  console.log(`\n${killed} of ${mutants.length} mutants killed.`);
  return killed === mutants.length;
}
