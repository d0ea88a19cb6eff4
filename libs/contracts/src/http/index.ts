/** Bodies and queries of the HTTP API: class-validator checks them, OpenAPI describes them. */
export * from './audit.js';
export * from './auth.js';
export * from './byte-fault.js';
export * from './connections.js';
export * from './dead-letters.js';
export * from './fields.js';
export * from './flag-changes.js';
export * from './flags.js';
export * from './invitations.js';
export * from './paging.js';
export * from './preferences.js';
export * from './project-events.js';
export * from './projects.js';
export * from './sdk.js';
export * from './streams.js';
