import type { ClientOptions } from './options.js';

/** @throws TypeError when it is no absolute address. With '' also what only looks like one throws: `localhost:8080`. */
export const readBaseUrl = ({ baseUrl, offline }: ClientOptions): string =>
  offline ? baseUrl : new URL('', baseUrl).href.replace(/\/+$/, '');
