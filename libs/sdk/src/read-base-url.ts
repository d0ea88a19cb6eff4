import type { ClientOptions } from './options.js';

/** @throws TypeError when it is no address of http or https. With '' also in React Native, where one argument never throws. */
export const readBaseUrl = ({ baseUrl, offline }: ClientOptions): string =>
  offline ? baseUrl : new URL('', `${baseUrl}`.replace(/^(?!https?:)/i, ':')).href.replace(/\/+$/, '');
