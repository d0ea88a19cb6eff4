/** The part for unit tests: it loads no engine, no driver and no browser. */
export * from './docs/code-blocks.js';
export * from './docs/configuration-page.js';
export * from './docs/documented-metrics.js';
export * from './docs/kept-of-releases.js';
export * from './eventually.js';
export * from './history/check-reads.js';
export * from './history/history.js';
export * from './http/scripted-service.js';
export * from './http/test-issuer.js';
export * from './rows.js';
