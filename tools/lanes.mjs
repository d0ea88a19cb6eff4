/** Folders whose tests have their own lane, with any suffix. Slow tests, in folders called `slow`, also have one. */
const USUAL =
  '(?!.*/slow/)(?!tools/src/(?:supply|package|interop|deployments|histories)/)(?!e2e/(?:routes|edge|histories|interop|deployments)/)';
const PLAIN = '(?<!\\.int)\\.spec';
const INT = '\\.int\\.spec';
const E2E = '\\.e2e-spec';
const BROWSER = '\\.browser-spec';
const FAULT = '\\.fault-spec';

/**
 * The lanes of tests, by name. `tests` are regular expressions over paths from the root, without `.ts`. `setup` is the file of e2e/lanes
 * that starts what the tests need. `workers`: how many files run at a time, `seconds`: how long one test may take. A lane with a `command`
 * is not Jest's: tools/README.md says why.
 */
export const LANES = {
  unit: { tests: [`${USUAL}(?:apps|libs|tools)/.*${PLAIN}`], workers: 3, seconds: 30 },
  api: { tests: [`${USUAL}.*(?:${INT}|${E2E})`], setup: 'cluster', workers: 3, seconds: 60 },
  routes: { tests: [`e2e/routes/.*${E2E}`], setup: 'cluster', workers: 3, seconds: 60 },
  browser: { tests: [`${USUAL}.*${BROWSER}`], setup: 'browser', workers: 3, seconds: 60 },
  faults: { tests: [`${USUAL}.*${FAULT}`], setup: 'template', workers: 3, seconds: 120 },
  packages: { tests: [`tools/src/package/.*${PLAIN}`], workers: 2, seconds: 120 },

  slow: {
    // What `api` generates a little of is generated ten times over here, and what `routes` samples is tried in full.
    tests: [`.*/slow/.*(?:${PLAIN}|${INT}|${E2E}|${BROWSER})`, `e2e/(?:security/generated|routes)/.*${E2E}`],
    setup: 'browser',
    workers: 2,
    seconds: 120,
  },
  'slow-faults': {
    tests: [`.*/slow/.*${FAULT}`, `(?:e2e|tools/src)/histories/.*(?:${INT}|${FAULT})`],
    setup: 'template',
    workers: 1,
    seconds: 300,
  },
  interop: {
    tests: [`(?:e2e|tools/src)/interop/.*(?:${PLAIN}|${INT}|${E2E})`],
    setup: 'cluster',
    workers: 1,
    seconds: 300,
  },
  // The gateway's answers to applications, tested also through two chained edges.
  edge: { tests: [`e2e/(?:edge|sdk-api|ofrep|unleash)/.*${E2E}`], setup: 'edges', workers: 2, seconds: 60 },
  deployments: {
    tests: [`(?:e2e|tools/src)/deployments/.*(?:${INT}|${E2E})`],
    setup: 'template',
    workers: 1,
    seconds: 1_800,
  },
  mutants: { command: ['tools/mutants.mjs'] },
};

/** What needs no test to run: each checks the tree as it lies there. */
export const STATIC_CHECKS = {
  format: { command: ['node_modules/oxfmt/bin/oxfmt', '--check'] },
  lint: { command: ['node_modules/oxlint/bin/oxlint', '--deny-warnings'] },
  knip: { command: ['node_modules/knip/bin/knip.js', '--no-progress'] },
  types: { command: ['node_modules/typescript/bin/tsc', '-p', 'tsconfig.spec.json'] },
  sbom: { command: ['tools/sbom.mjs'] },
  supply: { tests: [`tools/src/supply/.*${PLAIN}`], workers: 1, seconds: 30 },
};

/** The lanes that each command runs. The lanes of one list share one Jest run; `verify` runs its lanes one by one. */
export const RUNS = {
  test: ['unit', 'api'],
  ci: [...Object.keys(STATIC_CHECKS), 'unit', 'api', 'routes', 'browser', 'faults', 'packages'],
  verify: ['slow', 'slow-faults', 'interop', 'edge', 'deployments', 'mutants'],
};

const ALL = { ...STATIC_CHECKS, ...LANES };

export const isLane = (name) => Object.hasOwn(ALL, name);

/** @throws for an unknown lane; the error lists the lanes */
export function laneOf(name) {
  if (!isLane(name))
    throw new Error(`No lane and no test is called “${name}”. The lanes are ${Object.keys(ALL).join(', ')}.`);
  return ALL[name];
}

/** The lanes whose tests a file has. @param path from the root, with slashes */
export function lanesThatRun(path) {
  const name = path.replace(/\.ts$/, '');
  const fits = ({ tests = [] }) => tests.some((pattern) => new RegExp(`^${pattern}$`).test(name));
  return Object.keys(ALL).filter((lane) => fits(ALL[lane]));
}
