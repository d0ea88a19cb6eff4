import { DomainError } from '@burgee/contracts/wire';
import { FairQueue } from '@burgee/process-kit';
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

/** Bytes of answers: what each answer costs, two full pages per second. */
const LIMITS = { perSecond: 500_000, burst: 1_000_000, atOnce: 6, atOnceOfOne: 1 };
const WAITING_AT_MOST = 20;

/** Accounts take turns with reads whose answers may be large. */
@Injectable()
export class LargeReadInterceptor implements NestInterceptor {
  private readonly queue = new FairQueue(LIMITS);

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const { user } = context.switchToHttp().getRequest<FastifyRequest & { user: { id: string } }>();
    return from(this.read(user.id, () => lastValueFrom(next.handle())));
  }

  /** @throws too_many_requests when as many reads of this account wait already */
  async read(account: string, read: () => Promise<unknown>): Promise<unknown> {
    if (this.queue.waitingOf(account) >= WAITING_AT_MOST)
      throw new DomainError(
        'too_many_requests',
        `Of one account ${WAITING_AT_MOST} large reads wait at most, and yours has as many. Try again in 1 s, and ask for ` +
          'one page after the other.',
        { retryAfterSeconds: 1 },
      );
    return this.queue.run(account, async (spend) => {
      const answer = await read();
      spend(approximateBytes(answer));
      return answer;
    });
  }
}

/** A read whose answer may be large: it waits for the turn of the account that asks. */
export const LargeRead = (): MethodDecorator => UseInterceptors(LargeReadInterceptor);
