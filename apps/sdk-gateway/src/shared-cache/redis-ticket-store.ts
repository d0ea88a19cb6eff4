import { REDIS_KEYS } from '@burgee/contracts/wire';
import type { TicketStore } from '@burgee/flag-serving';
import type { Redis } from 'ioredis';

/** Used tickets in Redis, for all replicas. */
export class RedisTicketStore implements TicketStore {
  constructor(private readonly redis: Redis) {}

  async claim(id: string, lifetimeMs: number): Promise<boolean> {
    return (await this.redis.set(REDIS_KEYS.ticket(id), '1', 'PX', lifetimeMs, 'NX')) === 'OK';
  }
}
