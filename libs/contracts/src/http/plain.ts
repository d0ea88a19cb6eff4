/** The part of the HTTP API without Nest and class-validator: limits, names and other shown text, cursors, stages of flags. */
export * from './byte-fault.js';
export * from './limits.js';
export * from './paging.js';
export * from './shown-text.js';
export * from './stage-of.js';
export * from './stages.js';
export * from './visible-text.js';
