/** `@burgee/sdk/tabs`: one stream for all tabs of a browser. */
export { sharedStream } from './shared-stream.js';
