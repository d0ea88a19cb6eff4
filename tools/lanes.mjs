/**
 * The lanes that tests run in, by name. `tests` are the patterns of a lane's files; a lane without any is a `command`.
 * `needs` is started before it, while the lane before still runs. `workers`: how many files run at a time.
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
  api: { tests: ['**/src/**/*.int.spec.ts', '**/e2e/**/*.e2e-spec.ts'], workers: 3, needs: ['cluster'], seconds: 60 },
  browser: { tests: ['**/e2e/**/*.browser-spec.ts'], workers: 3, needs: ['cluster', 'chromium'], seconds: 60 },
  faults: { tests: ['**/e2e/**/*.fault-spec.ts'], workers: 3, needs: ['template'], seconds: 120 },
  supply: { tests: ['**/src/**/*.supply.spec.ts'], workers: 1 },
  packages: { tests: ['**/src/**/*.package.spec.ts'], workers: 2, seconds: 120 },

  format: { command: ['node_modules/prettier/bin/prettier.cjs', '--check', '--log-level=warn', '.'], sideBySide: true },
  lint: { command: ['node_modules/oxlint/bin/oxlint', '--deny-warnings'], sideBySide: true },
  knip: { command: ['node_modules/knip/bin/knip.js', '--no-progress'], sideBySide: true },
  sbom: { command: ['tools/sbom.mjs'], sideBySide: true },
  types: { command: ['node_modules/typescript/bin/tsc', '-p', 'tsconfig.spec.json'], sideBySide: true },

  // What is generated is generated ten times over there: e2e/security/generated.ts.
  slow: {
    tests: ['**/e2e/**/*.slow-spec.ts', '**/e2e/security/{fuzz,fuzz-http,documented}.e2e-spec.ts'],
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
