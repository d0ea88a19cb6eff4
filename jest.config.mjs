import { join } from 'node:path';
import { LANES, STATIC_CHECKS } from './tools/lanes.mjs';

const ROOT = import.meta.dirname;
const escaped = ROOT.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');

const project = {
  rootDir: ROOT,
  roots: ['<rootDir>/apps', '<rootDir>/libs', '<rootDir>/tools', '<rootDir>/e2e'],
  testPathIgnorePatterns: ['/node_modules/', '<rootDir>/.*/(dist|fixtures)/'],
  modulePathIgnorePatterns: ['<rootDir>/.*/dist/'],
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
};

const ofJest = Object.entries({ ...STATIC_CHECKS, ...LANES }).filter(([, { tests }]) => tests);

/** A project for each lane; its `globalSetup` starts what the lane needs, and one teardown ends all of it. */
export default {
  projects: ofJest.map(([displayName, { tests, setup }]) => ({
    ...project,
    displayName,
    globals: { LANE: displayName },
    testRegex: tests.map((pattern) => `^${escaped}/${pattern}\\.ts$`),
    ...(setup && {
      globalSetup: join(ROOT, 'e2e', 'lanes', `${setup}.mjs`),
      globalTeardown: join(ROOT, 'e2e', 'lanes', 'stop.mjs'),
    }),
  })),
  reporters: ['default', join(ROOT, 'tools', 'lane-reporter.mjs')],
  workerIdleMemoryLimit: '1GB',
  // A worker that is still there then has something open; 0.5 s, as Jest has it, is too short for a busy machine.
  workerGracefulExitTimeout: 10_000,
};
