import { overloaded } from '@burgee/contracts/wire';
import { addressNetworks, addressSite, TurnQueue } from '@burgee/process-kit';
import { Injectable } from '@nestjs/common';
import { LEAST_OF_A_READ, PaidTurns } from './answer-budgets.js';

/** Fewer than a service has connections: changes and reads need the others. */
const RUNNING = {
  atOnce: 5,
  waitingAtMost: 2_000,
  full: () => overloaded('Too many requests wait for their session.'),
};
const OF_ACCOUNT = { atOnceOfOne: 2, waitingAtMost: 200, refusal: '200 requests wait', advice: 'with fewer at a time' };

/** Looks sessions up in turn, by network and account: every request needs that, before anything is known of what it may do. */
@Injectable()
export class SessionLookUps {
  private readonly paid = new PaidTurns(OF_ACCOUNT);
  private readonly running = new TurnQueue(RUNNING);

  /**
   * @param account as the signature of the session says
   * @throws too_many_requests when as many of this account wait already, or too many of its requests were refused; overloaded
   */
  run<T>(account: string, address: string, lookUp: () => Promise<T>): Promise<T> {
    const inTurn = () => this.running.run([...addressNetworks(address), account], lookUp);
    return this.paid.run(account, addressSite(address), inTurn) as Promise<T>;
  }

  /** A request that is refused for its role costs what a small read does, and nothing else makes its account pay for it. */
  refused(account: string, address: string): void {
    this.paid.spend(account, addressSite(address), LEAST_OF_A_READ);
  }
}
