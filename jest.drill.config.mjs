import base from './jest.config.mjs';

const { globalSetup: _setup, globalTeardown: _teardown, ...common } = base;

/** The long fault drills, e2e/*.drill.ts: each starts a house of its own, and one runs at a time, as what they measure is time. */
export default { ...common, testMatch: ['**/e2e/**/*.drill.ts'], testTimeout: 300_000, maxWorkers: 1 };
