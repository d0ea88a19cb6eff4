/** The part of the HTTP API without Nest and class-validator: limits, lists of names, cursors. */
export * from './byte-fault.js';
export * from './limits.js';
export * from './names.js';
export * from './paging.js';
