import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { SuiteResult } from './mutant-result.js';
import type { Suite } from './suite.js';

/** A longer run counts as hanging. */
const PATIENCE_MILLISECONDS = 600_000;

/** Makes a test say so when what prepares it failed. */
const TELL_UNPREPARED = join('e2e', 'lanes', 'tell-unprepared.mjs');
const UNPREPARED = 'This test was not begun';

interface JestReport {
  testResults: {
    name: string;
    message: string;
    assertionResults: { status: string; fullName: string; failureMessages: string[] }[];
  }[];
}

const running = new Set<ChildProcess>();

/** Ends the tests that run, and waits until they have taken down what they started. */
export async function stopSuites(): Promise<void> {
  await Promise.all(
    [...running].map(async (child) => {
      const gone = once(child, 'exit');
      child.kill('SIGINT');
      await gone;
    }),
  );
}

async function run(root: string, args: string[], log: string): Promise<number> {
  const output = createWriteStream(log, { flags: 'a' });
  await once(output, 'open');
  const child = spawn(process.execPath, args, { cwd: root, stdio: ['ignore', output, output] });
  running.add(child);
  const patience = setTimeout(() => child.kill('SIGINT'), PATIENCE_MILLISECONDS);
  const [code] = (await once(child, 'exit')) as [number | null];
  running.delete(child);
  clearTimeout(patience);
  output.end();
  return code ?? 1;
}

/** Builds the tree. @throws with the compiler's words when it does not compile */
export async function build(root: string): Promise<void> {
  const log = join(root, 'build.log');
  rmSync(log, { force: true });
  const code = await run(
    root,
    [join(root, 'node_modules', 'typescript', 'bin', 'tsc'), '-b', '--pretty', 'false'],
    log,
  );
  if (code !== 0) throw new Error(`The tree does not compile:\n${readFileSync(log, 'utf8')}`);
}

/** Runs tests of one lane. @throws when none ran at all: that is no result */
export async function runSuite(root: string, { lane, files, pattern }: Suite): Promise<SuiteResult> {
  const report = join(root, 'report.json');
  const log = join(root, 'suite.log');
  for (const file of [report, log]) rmSync(file, { force: true });
  const select = pattern ? ['-t', pattern] : [];
  const output = ['--json', '--outputFile', report, '--setupFilesAfterEnv', join(root, TELL_UNPREPARED)];
  await run(root, [join(root, 'tools', 'test.mjs'), '--no-build', lane, ...files, ...output, ...select], log);
  try {
    return read(JSON.parse(readFileSync(report, 'utf8')) as JestReport);
  } catch (error) {
    throw new Error(`The tests did not run:\n${readFileSync(log, 'utf8').slice(-3_000)}`, { cause: error });
  }
}

function read({ testResults }: JestReport): SuiteResult {
  const results = testResults.flatMap(({ assertionResults }) => assertionResults);
  const passed = testResults.flatMap(({ name: file, assertionResults }) =>
    assertionResults.filter(({ status }) => status === 'passed').map(({ fullName: name }) => ({ name, file })),
  );
  const failed = results
    .filter(({ status }) => status === 'failed')
    .map(({ fullName, failureMessages }) => ({
      name: fullName,
      begun: !failureMessages.some((message) => message.includes(UNPREPARED)),
    }));
  const broken = testResults.filter(({ assertionResults, message }) => assertionResults.length === 0 && message !== '');
  if (broken.length > 0) throw new Error(broken.map(({ message }) => message).join('\n'));
  if (passed.length + failed.length === 0) throw new Error('Not one test was run.');
  return { passed, failed };
}
