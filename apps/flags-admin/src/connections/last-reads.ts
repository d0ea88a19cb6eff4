import { type EnvironmentRead, SUBJECTS } from '@burgee/contracts/messages';
import { Messenger } from '@burgee/messaging';
import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { LRUCache } from 'lru-cache';

/** Includes deleted environments. The oldest reads are dropped. */
const ENVIRONMENTS_AT_MOST = 200_000;

/**
 * The last use of each environment's keys, from gateways. In memory only, because gateways report again within seconds.
 */
@Injectable()
export class LastReads implements OnApplicationBootstrap {
  private readonly at = new LRUCache<string, string>({ max: ENVIRONMENTS_AT_MOST });

  constructor(private readonly messenger: Messenger) {}

  onApplicationBootstrap(): void {
    this.messenger.subscribe(SUBJECTS.environmentsRead, (read) => this.receive(read()?.reads ?? []));
  }

  receive(reads: readonly EnvironmentRead[]): void {
    for (const { environment_id, at } of reads) {
      const known = this.at.peek(environment_id);
      if (known === undefined || known < at) this.at.set(environment_id, at);
    }
  }

  of(environmentId: string): string | null {
    return this.at.peek(environmentId) ?? null;
  }
}
