import jest from './jest.config.mjs';

/** Stryker runs in a copy of the tree, which is the root there. */
const {
  rootDir: _root,
  displayName: _name,
  testRegex: _tests,
  ...unit
} = jest.projects.find(({ displayName }) => displayName === 'unit');

/** Mutates the pure modules that have unit tests beside them. */
export default {
  mutate: [
    'apps/api-gateway/src/health/decide-readiness.ts',
    'apps/dashboard/src/screens/evaluate/evaluate-row.ts',
    'apps/dashboard/src/screens/schedules/step-changes.ts',
    'apps/edge/src/upstream/step.ts',
    'apps/flags-admin/src/**/{decide,render}-*.ts',
    'libs/evaluation/src/{evaluate,parse-list}.ts',
    'libs/sdk/src/step.ts',
    '!**/*.spec.ts',
    // These have tests with engines: they compare what is locked, or yield between items.
    '!apps/flags-admin/src/approvals/decide-requested.ts',
    '!apps/flags-admin/src/transfer/decide-{environment,import}.ts',
    '!apps/flags-admin/src/webhooks/decide-webhook.ts',
  ],
  testRunner: 'jest',
  plugins: ['@stryker-mutator/jest-runner'],
  testRunnerNodeArgs: ['--experimental-vm-modules', '--disable-warning=ExperimentalWarning'],
  jest: {
    projectType: 'custom',
    config: {
      ...unit,
      roots: [
        '<rootDir>/apps/api-gateway/src/health',
        '<rootDir>/apps/dashboard/src/screens',
        '<rootDir>/apps/edge/src/upstream',
        '<rootDir>/apps/flags-admin/src',
        '<rootDir>/libs/evaluation/src',
        '<rootDir>/libs/sdk/src',
      ],
      // Of evaluate, the vectors: its spec of properties takes seconds for each mutant.
      testMatch: ['**/{decide-*,evaluate-row,render-*,step,step-changes,vectors}.spec.ts'],
    },
  },
  // Without jest.config.mjs, whose projects would be added to the one above, and tsconfig.json, which Stryker reads with an API that
  // TypeScript 7 no longer has.
  ignorePatterns: ['dist', 'e2e', 'deploy', 'examples', '.burgee', '.nx', 'jest.config.mjs', 'tsconfig.json'],
  tempDirName: '.burgee/stryker',
  coverageAnalysis: 'perTest',
  // Constants of a module, for each of which all tests would run.
  ignoreStatic: true,
  // A text for people, or a value that the compiler checks.
  mutator: { excludedMutations: ['StringLiteral'] },
  concurrency: 2,
  reporters: ['clear-text'],
  clearTextReporter: { allowColor: false, logTests: false, reportTests: false },
  thresholds: { high: 95, low: 85, break: 85 },
};
