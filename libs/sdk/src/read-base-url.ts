import type { ClientOptions } from './options.js';

/**
 * @throws TypeError when it is not an address of http or https. Passes '' because React Native never throws with one
 * argument.
 */
export const readBaseUrl = ({ baseUrl, offline }: ClientOptions): string =>
  offline ? baseUrl : new URL('', `${baseUrl}`.replace(/^(?!https?:)/i, ':')).href.replace(/\/+$/, '');
