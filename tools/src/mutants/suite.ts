import { lanesThatRun } from '../../lanes.mjs';

/** What one run of tests runs. */
export interface Suite {
  /** Of tools/lanes.mjs. */
  lane: string;
  files: string[];
  /** Only tests with such names. */
  pattern?: string;
}

/** Their files take seconds, so that all of them in one run are sooner done than one after the other. */
const RUN_TOGETHER = new Set(['unit', 'api', 'faults']);

/**
 * @param text of a mutant: a spec file, and after ` ~` a part of the names of its tests
 * @throws for a file that no lane runs
 */
export function parseSuite(text: string): Suite {
  const [file = '', pattern] = text.split(' ~');
  const [lane] = lanesThatRun(file);
  if (lane === undefined) throw new Error(`No lane runs ${file}.`);
  return { lane, files: [file], ...(pattern !== undefined && { pattern }) };
}

/** The fewest runs in which all these tests are run. */
export function together(suites: readonly Suite[]): Suite[] {
  const alone = suites.filter(({ lane }) => !RUN_TOGETHER.has(lane));
  const whole = [...RUN_TOGETHER].map((lane) => {
    const files = suites.filter((suite) => suite.lane === lane).flatMap((suite) => suite.files);
    return { lane, files: [...new Set(files)] };
  });
  return [...whole.filter(({ files }) => files.length > 0), ...alone];
}
