import type { ClientOptions } from './options.js';

/**
 * @throws TypeError when it is not an address of http or https, or names a user: what a runtime says about that address
 * contains the password. Passes '' because React Native never throws with one argument.
 */
export function readBaseUrl({ baseUrl, offline }: ClientOptions): string {
  if (offline) return baseUrl;
  if (!/^https?:..[^@]+$/i.test(baseUrl)) throw new TypeError('baseUrl is malformed');
  return new URL('', baseUrl).href.replace(/\/+$/, '');
}
