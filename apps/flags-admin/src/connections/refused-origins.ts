import { type RefusedOrigin, SUBJECTS } from '@burgee/contracts/messages';
import { Messenger } from '@burgee/messaging';
import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { LRUCache } from 'lru-cache';

const REMEMBERED_FOR_MS = 10 * 60_000;
/** Environments and network blocks. The least recently refused are dropped. */
const ABOUT_AT_MOST = 10_000;
const ORIGINS_OF_EACH = 3;

/** The latest origins that gateways refused, in memory only: after a restart, reloading the page reports it again. */
@Injectable()
export class RefusedOrigins implements OnApplicationBootstrap {
  /** Latest first, with the time in ms since 1970. */
  private readonly latest = new LRUCache<string, readonly { origin: string; at: number }[]>({ max: ABOUT_AT_MOST });

  constructor(private readonly messenger: Messenger) {}

  onApplicationBootstrap(): void {
    this.messenger.subscribe(SUBJECTS.environmentsRead, (read) => this.receive(read()?.refused ?? []));
  }

  receive(refused: readonly RefusedOrigin[], at = Date.now()): void {
    for (const { about, origin } of refused) {
      const others = (this.latest.peek(about) ?? []).filter((one) => one.origin !== origin);
      this.latest.set(about, [{ origin, at }, ...others].slice(0, ORIGINS_OF_EACH));
    }
  }

  /** @param abouts an environment, and the network block of the reader */
  of(abouts: readonly string[], now = Date.now()): string[] {
    const known = abouts.flatMap((about) => this.latest.peek(about) ?? []);
    return [...new Set(known.filter(({ at }) => at > now - REMEMBERED_FOR_MS).map(({ origin }) => origin))];
  }
}
