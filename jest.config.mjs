import { LANES } from './tools/lanes.mjs';
import { SINGLE_FILES } from './tools/single-files.mjs';

const project = {
  rootDir: import.meta.dirname,
  roots: ['<rootDir>/apps', '<rootDir>/libs', '<rootDir>/tools', '<rootDir>/e2e'],
  testPathIgnorePatterns: ['/node_modules/', '<rootDir>/.*/(dist|fixtures)/'],
  modulePathIgnorePatterns: ['<rootDir>/.*/dist/'],
  extensionsToTreatAsEsm: ['.ts'],
  moduleNameMapper: { '^(\\.{1,2}/.*)\\.js$': '$1', ...SINGLE_FILES },
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
};

const lanes = Object.entries(LANES).filter(([, lane]) => lane.tests);

/** A project for each lane that has tests; tools/run-lanes.mjs starts what a lane needs. */
export default {
  projects: lanes.map(([displayName, { tests }]) => ({
    ...project,
    displayName,
    testMatch: tests,
  })),
  workerIdleMemoryLimit: '1GB',
};
