export { type Emit, Session } from './session.js';
export type * from './options.js';
