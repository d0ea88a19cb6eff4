const named = (folder, kind, names) => names.map((name) => `${folder}/${name}.${kind}`);

/** Goes over all routes, fields or settings, or starts all of Burgee: what a change seldom breaks, and `npm test` has no time for. */
const ROUTES = [
  ...named('e2e/security', 'e2e-spec.ts', ['bad-bodies', 'foreign-locks', 'leaks', 'tenant-matrix']),
  'e2e/start/start.e2e-spec.ts',
];
/** Tested where there is more time: each takes long for what a change may break there. */
const LATER = [
  ...named('e2e/cli', 'e2e-spec.ts', ['types']),
  ...named('e2e/security', 'e2e-spec.ts', ['odd-addresses', 'removed-member']),
  // Their rules have tests of their own, beside the code and at Postgres.
  ...named('e2e/interface', 'e2e-spec.ts', [
    'access-events',
    'applied',
    'approvals',
    'change-rules',
    'instance-history',
    'operations',
    'schedules',
    'transfer',
    'webhooks',
  ]),
  ...named('e2e/examples', 'e2e-spec.ts', ['node', 'ofrep', 'openfeature', 'unleash']),
  ...named('e2e/openfeature', 'e2e-spec.ts', ['nestjs', 'providers', 'specification']),
  'e2e/readme/packages.e2e-spec.ts',
  'e2e/retention/retention.e2e-spec.ts',
  'e2e/unleash/node-sdk.e2e-spec.ts',
  'tools/src/backup/restore.int.spec.ts',
];
/** Screens of the dashboard beside the table, the page of a flag, and the ways of a newcomer; and all of them, one after the other. */
const LATER_PAGES = named('e2e/dashboard', 'browser-spec.ts', [
  'accessibility',
  'change-rules',
  'dialogs',
  'environments',
  'everywhere',
  'flag-page-life',
  'flags-table-signs',
  'flags-table-views',
  'history',
  'narrow-desk',
  'operations',
  'people',
  'schedules',
  'senses',
  'webhooks',
  'who-sees-this',
]);
const anywhere = (files) => files.map((file) => `**/${file}`);

/**
 * The lanes that tests run in, by name. `tests` are the patterns of a lane's files; a lane without any is a `command`.
 * `later` are those of its files that a whole run leaves to other lanes; `files` of a `project` are what another lane's tests are
 * chosen from. `needs` is started before it, while the lane before still runs. `workers`: how many files run at a time.
 * `seconds`: how long one test may take. Neighbours that run `sideBySide` do so.
 */
export const LANES = {
  unit: {
    tests: [
      '**/src/**/*.spec.ts',
      ...['int', 'interop', 'package', 'supply', 'timing'].map((kind) => `!**/*.${kind}.spec.ts`),
    ],
    workers: 3,
  },
  api: {
    tests: ['**/src/**/*.int.spec.ts', '**/e2e/**/*.e2e-spec.ts'],
    later: [...ROUTES, ...LATER],
    workers: 3,
    needs: ['cluster'],
    seconds: 60,
  },
  routes: { project: 'api', files: ROUTES, workers: 3, needs: ['cluster'], seconds: 60 },
  browser: {
    tests: ['**/e2e/**/*.browser-spec.ts'],
    later: LATER_PAGES,
    workers: 3,
    needs: ['cluster', 'chromium'],
    seconds: 60,
  },
  faults: { tests: ['**/e2e/**/*.fault-spec.ts'], workers: 3, needs: ['template'], seconds: 120 },
  supply: { tests: ['**/src/**/*.supply.spec.ts'], workers: 1 },
  packages: { tests: ['**/src/**/*.package.spec.ts'], workers: 2, seconds: 120 },

  format: { command: ['node_modules/oxfmt/bin/oxfmt', '--check'], sideBySide: true },
  lint: { command: ['node_modules/oxlint/bin/oxlint', '--deny-warnings'], sideBySide: true },
  knip: { command: ['node_modules/knip/bin/knip.js', '--no-progress'], sideBySide: true },
  sbom: { command: ['tools/sbom.mjs'], sideBySide: true },
  types: { command: ['node_modules/typescript/bin/tsc', '-p', 'tsconfig.spec.json'], sideBySide: true },

  // What is generated is generated ten times over there: e2e/security/generated.ts.
  slow: {
    tests: [
      '**/e2e/**/*.slow-spec.ts',
      '**/e2e/security/{fuzz,fuzz-http,documented}.e2e-spec.ts',
      ...anywhere([...LATER, ...LATER_PAGES]),
    ],
    workers: 2,
    needs: ['template', 'cluster', 'chromium'],
    seconds: 120,
  },
  'long-faults': { tests: ['**/e2e/**/*.long-fault-spec.ts'], workers: 1, needs: ['template'], seconds: 300 },
  histories: { tests: ['**/e2e/**/*.history-spec.ts'], workers: 1, needs: ['template'], seconds: 300 },
  nginx: {
    tests: ['**/e2e/**/*.interop-spec.ts', '**/src/**/*.interop.spec.ts'],
    workers: 1,
    needs: ['template', 'cluster'],
    seconds: 300,
  },
  timing: { tests: ['**/src/**/*.timing.spec.ts'], workers: 1, needs: ['cluster'] },
  // What the gateway promises its callers, asked of edges.
  edge: {
    tests: ['sdk-api', 'stream', 'cors', 'sdk-key-rotation', 'client-keys', 'edge-access']
      .map((name) => `**/e2e/interface/${name}.e2e-spec.ts`)
      .concat('**/e2e/security/client-keys.e2e-spec.ts')
      .concat('**/e2e/ofrep/*.e2e-spec.ts', '**/e2e/unleash/*.e2e-spec.ts', '**/e2e/edge/*.edge-spec.ts'),
    workers: 2,
    needs: ['template', 'cluster', 'edges'],
    seconds: 60,
  },
  openapi: { command: ['tools/openapi.mjs'] },
  chart: { command: ['tools/chart.mjs'] },
  kubernetes: { command: ['tools/kubernetes.mjs'] },
  metrics: { command: ['tools/metrics.mjs'], needs: ['template'] },
  pods: { tests: ['**/e2e/**/*.pods-spec.ts'], workers: 1, needs: ['template'], seconds: 300 },
  upgrade: { tests: ['**/e2e/**/*.upgrade-spec.ts'], workers: 1, needs: ['template'], seconds: 300 },
  runtimes: { command: ['tools/runtimes.mjs'] },
  mutants: { command: ['tools/mutants.mjs'] },
  soak: { command: ['tools/soak.mjs'] },
};

/** What `npm test` runs. */
export const TEST_LANES = ['unit', 'api'];
/** What `.ci/run` runs. */
export const CI_LANES = [
  'format',
  'lint',
  'knip',
  'types',
  'sbom',
  'supply',
  'unit',
  'api',
  'routes',
  'browser',
  'faults',
  'packages',
];
/** What `npm run verify` runs, by the name that chooses it. */
export const VERIFY_LANES = {
  slow: ['slow'],
  faults: ['long-faults'],
  histories: ['histories'],
  interop: ['runtimes', 'nginx'],
  edge: ['edge'],
  openapi: ['openapi'],
  chart: ['chart'],
  kubernetes: ['kubernetes'],
  metrics: ['metrics'],
  pods: ['pods'],
  upgrade: ['upgrade'],
  timing: ['timing'],
  mutants: ['mutants'],
  soak: ['soak'],
};
