import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** How many of a service's warnings are printed after a failure. */
const WARNINGS_AT_MOST = 30;
const WARN_SEVERITY = 13;

const isWarning = (line) => Number(/"severity_number":(\d+)/.exec(line)?.[1]) >= WARN_SEVERITY;

/** Prints the services' warnings: a test that got a 503 does not say why. */
function printWarnings(folder) {
  for (const name of readdirSync(folder)) {
    const warnings = readFileSync(join(folder, name), 'utf8').split('\n').filter(isWarning);
    if (warnings.length > 0) console.log(`\n${name}:\n${warnings.slice(-WARNINGS_AT_MOST).join('\n')}`);
  }
}

function addTo(lane = { files: 0, passed: 0, failed: 0, seconds: 0 }, { numPassingTests, numFailingTests, perfStats }) {
  return {
    files: lane.files + 1,
    passed: lane.passed + numPassingTests,
    failed: lane.failed + numFailingTests,
    seconds: lane.seconds + (perfStats.end - perfStats.start) / 1_000,
  };
}

/** After Jest's own summary: files, tests and time of each lane. A run in which no test ran has failed. */
export default class LaneReporter {
  #lanes = new Map();
  #error;

  onTestFileResult({ context }, result) {
    const name = context.config.displayName.name;
    this.#lanes.set(name, addTo(this.#lanes.get(name), result));
  }

  onRunComplete(_contexts, { numPassedTests, numFailedTests, numFailedTestSuites }) {
    console.log('\nlane          files  passed  failed  seconds, summed over files');
    for (const [name, { files, passed, failed, seconds }] of this.#lanes) {
      const numbers = [String(files).padStart(5), String(passed).padStart(6), String(failed).padStart(6)];
      console.log(`${name.padEnd(12)}  ${numbers.join('  ')}  ${seconds.toFixed(1).padStart(7)}`);
    }
    const { BURGEE_TEST_CLUSTER: cluster } = process.env;
    if (numFailedTestSuites > 0 && cluster) printWarnings(join(JSON.parse(cluster).dataDir, 'logs'));
    if (numPassedTests + numFailedTests === 0) this.#error = new Error('No test has such a name.');
  }

  getLastError() {
    return this.#error;
  }
}
