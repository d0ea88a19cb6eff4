/** Requests to addresses that users name: only to the public internet, and only to the address that was checked. */
export * from './request-pinned.js';
export * from './resolve-public.js';
export * from './url-fault.js';
