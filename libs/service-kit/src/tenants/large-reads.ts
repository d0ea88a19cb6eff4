import { DomainError } from '@burgee/contracts/wire';
import { addressSite, FairQueue } from '@burgee/process-kit';
import { approximateBytes } from './approximate-bytes.js';

/** Bytes of answers: of an account, two full pages per second. */
const OF_ACCOUNT = { perSecond: 500_000, burst: 1_000_000, atOnce: Infinity, atOnceOfOne: 1 };
/** Of an organization, whose accounts have one address: what ten would get. */
const OF_SITE = { perSecond: 5_000_000, burst: 20_000_000, atOnce: Infinity, atOnceOfOne: Infinity };
const WAITING_AT_MOST = 20;

/** Budgets of reads whose answers may be large, of accounts and of organizations. Who has spent one waits. */
export class LargeReads {
  private readonly accounts = new FairQueue(OF_ACCOUNT);
  private readonly sites = new FairQueue(OF_SITE);

  /** @throws too_many_requests when as many reads of this account wait already */
  async read(account: string, address: string, read: () => Promise<unknown>): Promise<unknown> {
    if (this.accounts.waitingOf(account) >= WAITING_AT_MOST)
      throw new DomainError(
        'too_many_requests',
        `Of one account ${WAITING_AT_MOST} large reads wait at most, and yours has as many. Try again in 1 s, and ask for ` +
          'one page after the other.',
        { retryAfterSeconds: 1 },
      );
    const site = addressSite(address);
    return this.accounts.run(account, (spendOfAccount) =>
      this.sites.run(
        site,
        async (spendOfSite) => {
          const answer = await read();
          const bytes = approximateBytes(answer);
          spendOfAccount(bytes);
          spendOfSite(bytes);
          return answer;
        },
        [account],
      ),
    );
  }
}
