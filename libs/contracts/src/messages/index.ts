/** Messages on NATS: their subjects, and the classes that check their payloads. */
export * from './applied-acknowledged.v1.js';
export * from './applied-counted.v1.js';
export * from './applied-wanted.v1.js';
export * from './audit-record.v1.js';
export * from './environments-read.v1.js';
export * from './flag-changed.v1.js';
export * from './project-changed.v1.js';
export * from './reports-wanted.v1.js';
export * from './sdk-key-changed.v1.js';
export * from './status-reported.v1.js';
export * from './status-wanted.v1.js';
export * from './streams-counted.v1.js';
export * from './subjects.js';
export * from './usage-reported.v1.js';
