import { LRUCache } from 'lru-cache';

/** The bytes of environments. @param evicted is told of those that give way, the one that was used longest ago first */
export const environmentsUpTo = (bytes: number, evicted: (environmentId: string) => void) =>
  new LRUCache<string, number>({
    maxSize: bytes,
    sizeCalculation: (size) => size,
    disposeAfter: (_, environmentId, reason) => {
      if (reason === 'evict') evicted(environmentId);
    },
  });
