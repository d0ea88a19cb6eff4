/** Admission control with fair queuing. README.md says how it works. */
export * from './admission-metrics.js';
export * from './buffered-bytes.js';
export * from './fair-queue.js';
export * from './fair-scheduler.js';
export * from './level.js';
