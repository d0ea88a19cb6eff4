import type { EnvironmentChannel } from './environment-channel.js';

/** The keys with which the streams of these environments were opened, each once. */
export function keyHashesOf(channels: Iterable<Pick<EnvironmentChannel, 'connections'>>): Set<string> {
  const keyHashes = new Set<string>();
  for (const { connections } of channels) for (const { keyHash } of connections) keyHashes.add(keyHash);
  return keyHashes;
}
