import { DomainError } from '@burgee/contracts/wire';
import { addressSite, FairQueue } from '@burgee/process-kit';
import {
  type CallHandler,
  type ExecutionContext,
  Injectable,
  type NestInterceptor,
  UseInterceptors,
} from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { from, lastValueFrom, type Observable } from 'rxjs';
import { approximateBytes } from './approximate-bytes.js';

/** Bytes of answers: of an account, two full pages per second. */
const OF_ACCOUNT = { perSecond: 500_000, burst: 1_000_000, atOnce: Infinity, atOnceOfOne: 1 };
/** Of an organization, whose accounts have one address: what ten would get. In all, as many at once as leave connections to others. */
const OF_SITE = { perSecond: 5_000_000, burst: 20_000_000, atOnce: 3, atOnceOfOne: 2 };
const WAITING_AT_MOST = 20;

/** Accounts, and organizations, take turns with reads whose answers may be large. */
@Injectable()
export class LargeReadInterceptor implements NestInterceptor {
  private readonly accounts = new FairQueue(OF_ACCOUNT);
  private readonly sites = new FairQueue(OF_SITE);

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const { user, ip } = context.switchToHttp().getRequest<FastifyRequest & { user: { id: string } }>();
    return from(this.read(user.id, ip, () => lastValueFrom(next.handle())));
  }

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

/** A read whose answer may be large: it waits for the turn of the account that asks. */
export const LargeRead = (): MethodDecorator => UseInterceptors(LargeReadInterceptor);
