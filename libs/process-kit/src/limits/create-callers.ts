import type { IncomingMessage, ServerResponse } from 'node:http';
import { BufferedBytes } from '@burgee/admission';
import { LRUCache } from 'lru-cache';
import { addressBlock, addressNetworks } from '../http/address-block.js';

/** Whose networks are remembered. */
const ADDRESSES_AT_MOST = 10_000;

/** Where the callers of a server are, and where what they take is counted. @param addressOf of whoever sent a request */
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
