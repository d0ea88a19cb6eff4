import { renameSync, writeFileSync } from 'node:fs';
import { type Profiler, Session } from 'node:inspector';

/*
 * Preloaded into a service (`node --import`): counts the calls of every function, by V8's precise coverage. On SIGUSR2 it writes the
 * functions that have been called since the last time to the file that CALLS_FOLDER and its process id name. `CalledFunctions` asks it.
 */
const OURS = /\/(?:apps|libs)\/[^/]+\/dist\/.*\.js$/;

const session = new Session();
session.connect();
session.post('Profiler.enable');
session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });

/** As `file#function@offset`: the file's path from its app's or library's folder on. */
function namesOf({ url, functions }: Profiler.ScriptCoverage): string[] {
  const [file] = OURS.exec(url) ?? [];
  if (file === undefined) return [];
  const called = functions.filter(({ ranges }) => (ranges[0]?.count ?? 0) > 0);
  return called.map(({ functionName, ranges }) => `${file.slice(1)}#${functionName}@${ranges[0]?.startOffset}`);
}

process.on('SIGUSR2', () => {
  session.post('Profiler.takePreciseCoverage', (error, coverage) => {
    const answer = error ? { error: error.message } : { called: coverage.result.flatMap(namesOf) };
    const file = `${process.env.CALLS_FOLDER}/${process.pid}.json`;
    writeFileSync(`${file}.part`, JSON.stringify(answer));
    renameSync(`${file}.part`, file);
  });
});
