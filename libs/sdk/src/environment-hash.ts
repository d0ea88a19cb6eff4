import { murmur3 } from '@burgee/evaluation';

/**
 * Names an environment without revealing its key. It has 64 bits, so that two environments on one device do not share a
 * name.
 */
export const environmentHash = (address: string, sdkKey: string): string =>
  `${murmur3(`${address} ${sdkKey}`)}-${murmur3(`${sdkKey} ${address}`)}`;
