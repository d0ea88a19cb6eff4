import { DomainError } from '@burgee/contracts/wire';
import { addressSite, FairQueue } from '@burgee/process-kit';
import { approximateBytes } from './approximate-bytes.js';

/** Bytes of answers: of an account, what five full pages have in a second. */
const OF_ACCOUNT = { perSecond: 500_000, burst: 1_000_000, atOnce: Infinity };
/** Of an organization, whose accounts have one address: what ten would get. */
const OF_SITE = { perSecond: 5_000_000, burst: 20_000_000, atOnce: Infinity, atOnceOfOne: Infinity };

interface Waiting {
  /** How many requests of one account are answered at a time, and how many wait. */
  atOnceOfOne: number;
  waitingAtMost: number;
  /** Completes the sentence "Of one account … at most, and yours has as many." */
  refusal: string;
  advice: string;
}
const LARGE_READS = {
  atOnceOfOne: 1,
  waitingAtMost: 20,
  refusal: '20 large reads wait',
  advice: 'and ask for one page after the other',
};
/** Fewer than the turns that all accounts take together. */
const SMALL_READS = { atOnceOfOne: 2, waitingAtMost: 200, refusal: '200 reads wait', advice: 'with fewer at a time' };
/** Bytes: whatever a read answers, a session and a member are looked up for it. */
export const LEAST_OF_A_READ = 5_000;
/** To validate a value costs as much as to answer with so many bytes. */
const BYTES_OF_A_VALUE = 100;
/** Fewer than a service has connections: each change holds one, also while it waits for a lock. */
const CHANGES = { atOnceOfOne: 3, waitingAtMost: 200, refusal: '200 changes wait', advice: 'with fewer at a time' };

/** The api-gateway gives a request up after 10 s. A change that waited longer would be made when its caller has been told of a failure. */
export const WAIT_AT_MOST_MS = 9_000;

type Answer = () => Promise<unknown>;
const nothing = () => 0;

const overdrawn = (retryAfterSeconds: number) =>
  new DomainError(
    'too_many_requests',
    `One account is answered with ${OF_ACCOUNT.perSecond / 1_000} kB in a second, and all accounts at one address with ten times as ` +
      `much; a read counts as ${LEAST_OF_A_READ / 1_000} kB at least. Yours have been answered with more, and this request was not begun. Try again in ${retryAfterSeconds} s.`,
    { retryAfterSeconds },
  );

/** Requests that wait until the answers before them are paid for, by account and by organization. */
export class PaidTurns {
  private readonly accounts: FairQueue;
  private readonly sites = new FairQueue(OF_SITE);

  constructor(private readonly waiting: Waiting) {
    this.accounts = new FairQueue({ ...OF_ACCOUNT, atOnceOfOne: waiting.atOnceOfOne });
  }

  /** @throws too_many_requests when as many of this account wait already, or it would wait longer than its caller does */
  async run(account: string, site: string, answer: Answer): Promise<unknown> {
    const { waitingAtMost, refusal, advice } = this.waiting;
    if (this.accounts.waitingOf(account) >= waitingAtMost)
      throw new DomainError(
        'too_many_requests',
        `Of one account ${refusal} at most, and yours has as many. Try again in 1 s, ${advice}.`,
        { retryAfterSeconds: 1 },
      );
    const owedMs = Math.max(this.accounts.owedMsOf(account), this.sites.owedMsOf(site));
    if (owedMs > WAIT_AT_MOST_MS) throw overdrawn(Math.ceil(owedMs / 1_000));
    return this.accounts.run(account, () => this.sites.run(site, answer, [account]));
  }

  spend(account: string, site: string, bytes: number): void {
    this.accounts.spend(account, bytes);
    this.sites.spend(site, bytes);
  }
}

function inTime(answer: Answer): Answer {
  const came = performance.now();
  return () => {
    if (performance.now() - came <= WAIT_AT_MOST_MS) return answer();
    throw overdrawn(10);
  };
}

/** The part of an error that may be large. */
const shownOf = (error: unknown) => (error instanceof DomainError ? [error.options.errors, error.options.current] : []);

/**
 * Budgets of the bytes that a service answers to accounts and to organizations, whatever is asked for. Who has spent one waits.
 * Changes wait for the answers of changes alone and small reads for those of small reads, so that none waits for the pages that
 * its account reads; large reads wait for all.
 */
export class AnswerBudgets {
  private readonly largeReads = new PaidTurns(LARGE_READS);
  private readonly smallReads = new PaidTurns(SMALL_READS);
  private readonly changes = new PaidTurns(CHANGES);

  /**
   * A read whose answer may be large.
   * @param beside bytes that were read for it and are not in its answer
   * @throws too_many_requests when as many of this account wait already, or it has read too much
   */
  large(account: string, address: string, answer: Answer, beside = nothing): Promise<unknown> {
    const read = this.paid(account, address, answer, { from: [this.largeReads], least: LEAST_OF_A_READ, beside });
    return this.largeReads.run(account, addressSite(address), read);
  }

  /** Any other read. @throws too_many_requests when as many of this account wait already, or it has read too much */
  small(account: string, address: string, answer: Answer, beside = nothing): Promise<unknown> {
    const from = [this.smallReads, this.largeReads];
    const read = this.paid(account, address, answer, { from, least: LEAST_OF_A_READ, beside });
    return this.smallReads.run(account, addressSite(address), read);
  }

  /** A read that waits for other processes, and for no turn. */
  waiting(account: string, address: string, answer: Answer): Promise<unknown> {
    return this.paid(account, address, answer, { from: [this.largeReads] })();
  }

  /**
   * Any other request.
   * @param cost.values that its body has, each of which is validated, whether or not it is refused
   * @param cost.inProject projects have limits of changes; any other change costs what a small read does at least
   * @throws too_many_requests when as many of this account wait already, or it has waited too long
   */
  change(
    account: string,
    address: string,
    answer: Answer,
    { values = 0, inProject = true }: { values?: number | undefined; inProject?: boolean } = {},
  ): Promise<unknown> {
    const from = [this.changes, this.largeReads];
    const least = (inProject ? 0 : LEAST_OF_A_READ) + values * BYTES_OF_A_VALUE;
    const change = this.paid(account, address, inTime(answer), { from, least });
    return this.changes.run(account, addressSite(address), change);
  }

  /** Spends the bytes of the answer, or of the refusal, before it is sent: whoever does not take it has asked for it all the same. */
  private paid(
    account: string,
    address: string,
    answer: Answer,
    { from, least = 0, beside = nothing }: { from: readonly PaidTurns[]; least?: number; beside?: () => number },
  ): Answer {
    const spend = (shown: unknown) => {
      const bytes = Math.max(least, approximateBytes(shown) + beside());
      for (const turns of from) turns.spend(account, addressSite(address), bytes);
    };
    return async () => {
      try {
        const shown = await answer();
        spend(shown);
        return shown;
      } catch (error) {
        spend(shownOf(error));
        throw error;
      }
    };
  }
}
