/** `@burgee/sdk/anonymous`: a targeting key for visitors who are not signed in. */
export { anonymousKey, forgetAnonymousKey } from './anonymous-key.js';
