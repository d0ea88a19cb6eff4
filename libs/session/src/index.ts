/** Who calls: the session guard of every service, and the role that a route requires. */
export * from './current-user.js';
export * from './token.js';
export * from './session.guard.js';
export * from './session.module.js';
