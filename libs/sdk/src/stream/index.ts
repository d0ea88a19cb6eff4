/** `@burgee/sdk/stream`: reads the stream of changes as it comes, for programs that hand it on, such as Burgee's edge. */
export { type EventFields, eventReader } from '../event-reader.js';
export { pauseBefore } from '../pause-before.js';
