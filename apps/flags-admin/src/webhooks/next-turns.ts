import { Inject, Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { START } from '../unit-of-work/start.js';
import { DeliveryQueue, type WaitingWebhook } from './delivery-queue.js';
import { placeAfter } from './place-after.js';
import { byAccount, type DueWebhook, shareTurns, type Turn, withoutTurn, withTurnsLeft } from './share-turns.js';

/** What one look goes over, whatever is due: so it takes Postgres milliseconds. The next look goes on from there. */
const [ACCOUNTS_AT_A_LOOK, WEBHOOKS_AT_A_LOOK] = [200, 8];
const PLACES_AT_MOST = 10_000;

/** Finds whose turn it is, going around all accounts, and around the webhooks of each. */
@Injectable()
export class NextTurns {
  private place = START;
  /** Of accounts with more webhooks than a look goes over. */
  private readonly places = new LRUCache<string, string>({ max: PLACES_AT_MOST });

  constructor(@Inject(DeliveryQueue) private readonly queue: Pick<DeliveryQueue, 'accounts' | 'webhooks'>) {}

  /**
   * @param free how many turns there are
   * @param underWay how many deliveries are, by id of an account or a webhook
   * @param waitOf milliseconds until an account has paid back
   */
  async find(
    free: number,
    underWay: ReadonlyMap<string, number>,
    waitOf: (account: string) => number,
  ): Promise<Turn[]> {
    const accounts = await this.queue.accounts(this.place, ACCOUNTS_AT_A_LOOK);
    const open = withTurnsLeft(accounts, free, underWay, waitOf);
    const places = open.map((account_id) => ({ account_id, after: this.places.get(account_id) ?? START }));
    const seen = places.length === 0 ? [] : await this.queue.webhooks(places, WEBHOOKS_AT_A_LOOK);
    const due = seen.filter(({ is_due }) => is_due);
    const turns = shareTurns(due, free, underWay);
    this.goOn(accounts, seen, turns, withoutTurn(due, turns, underWay), underWay);
    return turns;
  }

  private goOn(
    accounts: readonly string[],
    seen: readonly WaitingWebhook[],
    turns: readonly Turn[],
    left: readonly DueWebhook[],
    underWay: ReadonlyMap<string, number>,
  ): void {
    const given = new Set(turns.map(({ webhook_id }) => webhook_id));
    const without = new Set(left.map(({ webhook_id }) => webhook_id));
    for (const [account, webhooks] of byAccount(seen)) {
      const ids = webhooks.map(({ webhook_id }) => webhook_id);
      const place = placeAfter(ids, { given, without }, WEBHOOKS_AT_A_LOOK, this.places.get(account) ?? START);
      if (place === START) this.places.delete(account);
      else this.places.set(account, place);
    }
    const served = new Set(seen.filter(({ webhook_id }) => given.has(webhook_id)).map(({ account_id }) => account_id));
    // An account that has something under way has had its turn.
    const unserved = left.map(({ account_id }) => account_id).filter((id) => !served.has(id) && !underWay.has(id));
    const ofAccounts = { given: served, without: new Set(unserved) };
    this.place = placeAfter(accounts, ofAccounts, ACCOUNTS_AT_A_LOOK, this.place);
  }
}
