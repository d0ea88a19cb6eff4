import { lookup } from 'node:dns';
import type { LookupFunction } from 'node:net';

/** As `node:dns` looks a host up, but an IPv6 address may have the brackets that it has in a URL. */
export const lookUpHost: LookupFunction = (host, options, done) =>
  lookup(host.replace(/^\[(.*)\]$/, '$1'), options, done);
