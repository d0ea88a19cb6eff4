/** A test that failed. */
export interface FailedTest {
  name: string;
  /** False: what prepares it failed, and its body was never begun. */
  begun: boolean;
}

/** A test that passed, and the path of its file. */
export interface PassedTest {
  name: string;
  file: string;
}

/** What a run of tests found. */
export interface SuiteResult {
  passed: PassedTest[];
  failed: FailedTest[];
}

export interface MutantResult {
  killed: boolean;
  /** One line. */
  says: string;
}

/**
 * A mutant is killed when the test that is about it goes red, by what it says itself. Any other red (another test, a cluster
 * that does not start) may be an accident, and is none.
 * @param killer a part of the name of the test that has to go red
 */
export function resultOf(killer: string, { passed, failed }: SuiteResult): MutantResult {
  const named = failed.find(({ name, begun }) => begun && name.includes(killer));
  const others = failed.length - 1;
  if (named) return { killed: true, says: `red: ${named.name}${others > 0 ? ` and ${others} more` : ''}` };
  const [other] = failed;
  if (!other) return { killed: false, says: `SURVIVED: ${passed.length} tests passed` };
  return { killed: false, says: `RED ELSEWHERE: ${other.name}${other.begun ? '' : ' was not begun'}, not “${killer}”` };
}
