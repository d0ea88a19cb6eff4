import { lookup } from 'node:dns';
import type { LookupFunction } from 'node:net';

/** Like `node:dns` look-ups, but accepts an IPv6 address in the brackets of a URL. */
export const lookUpHost: LookupFunction = (host, options, done) =>
  lookup(host.replace(/^\[(.*)\]$/, '$1'), options, done);
