/** The part of the HTTP API without Nest and class-validator: limits, names and other shown text, cursors. */
export * from './byte-fault.js';
export * from './limits.js';
export * from './paging.js';
export * from './shown-text.js';
export * from './visible-text.js';
