import type { IncomingMessage, ServerResponse } from 'node:http';
import { BufferedBytes } from '@burgee/admission';
import { LRUCache } from 'lru-cache';
import { addressBlock, addressNetworks } from '../http/address-block.js';

/** Addresses whose networks are cached. */
const ADDRESSES_AT_MOST = 10_000;

/**
 * The networks of a server's clients, and the accounting of their memory. @param addressOf returns the address of a
 * request's client
 */
export function createCallers(addressOf: (request: IncomingMessage) => string) {
  const networks = new LRUCache<string, string[]>({ max: ADDRESSES_AT_MOST, memoMethod: addressNetworks });
  const networksOf = (request: IncomingMessage): readonly string[] => networks.memo(addressOf(request));
  const bytes = new BufferedBytes();
  return {
    /** Widest first. */
    networksOf,
    blockOf: (request: IncomingMessage) => addressBlock(addressOf(request)),
    holdFor: (request: IncomingMessage, response: ServerResponse) =>
      bytes.holdUntilClosed(response, () => networksOf(request)),
  };
}
