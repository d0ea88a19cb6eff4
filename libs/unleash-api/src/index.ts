/** Translates a flag set into Unleash's client protocol. Pure. */
export * from './feature.js';
export * from './features-document.js';
export * from './limits.js';
export * from './stream-data.js';
export * from './to-evaluation-context.js';
export * from './to-feature.js';
export * from './to-toggle.js';
