/** Four levels, by suffix: *.spec.ts pure, *.int.spec.ts on real engines, e2e/*.e2e-spec.ts over HTTP. */
export default {
  roots: ['<rootDir>/apps', '<rootDir>/libs', '<rootDir>/tools', '<rootDir>/e2e'],
  testMatch: ['**/src/**/*.spec.ts', '**/e2e/**/*.e2e-spec.ts'],
  testPathIgnorePatterns: ['/node_modules/', '/dist/', '/fixtures/'],
  modulePathIgnorePatterns: ['/dist/'],
  extensionsToTreatAsEsm: ['.ts'],
  moduleNameMapper: { '^(\\.{1,2}/.*)\\.js$': '$1' },
  transform: {
    '^.+\\.ts$': [
      '@swc/jest',
      {
        jsc: {
          target: 'es2022',
          parser: { syntax: 'typescript', decorators: true },
          transform: { legacyDecorator: true, decoratorMetadata: true, useDefineForClassFields: false },
        },
        module: { type: 'es6' },
      },
    ],
  },
  globalSetup: '<rootDir>/e2e/jest/setup.mjs',
  globalTeardown: '<rootDir>/e2e/jest/teardown.mjs',
  testTimeout: 30_000,
  // One file at a time: it may start services or a browser of its own, and what drills measure is time.
  maxWorkers: 1,
  workerIdleMemoryLimit: '1GB',
};
