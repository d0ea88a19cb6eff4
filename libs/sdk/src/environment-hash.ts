import { murmur3 } from '@burgee/evaluation';

/** Names an environment without telling its key. Of 64 bits, so that no two that one device knows have the same name. */
export const environmentHash = (address: string, sdkKey: string): string =>
  `${murmur3(`${address} ${sdkKey}`)}-${murmur3(`${sdkKey} ${address}`)}`;
