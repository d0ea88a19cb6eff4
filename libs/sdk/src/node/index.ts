/** `@burgee/sdk/node`: keeps the last flags in a folder, for processes that start while Burgee is out of reach. */
export { fileStorage } from './file-storage.js';
