import { overloaded } from '@burgee/contracts/wire';
import { addressNetworks, currentRequestWaits, FairQueue, TurnQueue } from '@burgee/process-kit';
import { isRead, WAIT_AT_MOST_MS, whenPermitted } from '@burgee/service-kit';
import type { AuthenticatedRequest } from '@burgee/session';
import { type CallHandler, type ExecutionContext, Injectable, type NestInterceptor, SetMetadata } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { from, lastValueFrom, type Observable } from 'rxjs';
import { ChangeLimits } from './change-limits.js';

/**
 * Of one project, fewer changes run at a time than the service has connections, as of one account, whose turn comes first: each
 * holds one, also while it waits for a lock. There is no budget of time: on a busy machine every change takes long, and a project
 * that makes few would wait as well.
 */
const TURNS = { atOnce: Infinity, atOnceOfOne: 3, perSecond: 1, burst: Infinity };
/** Of all. The other connections look up sessions and answer reads. */
const RUNNING = { atOnce: 6, waitingAtMost: 2_000, full: () => overloaded('Too many changes wait for their turn.') };

const overdue = () => overloaded('The change waited for its turn, and was not begun.');

/** Of all tenants: one takes as long as hundreds of other changes, which go on beside it. */
const RUNNING_MANY = { ...RUNNING, atOnce: 1 };

const MANY_CHANGES = 'burgee:many-changes';
/** A change of many flags, which waits for others like it. */
export const ManyChanges = (): MethodDecorator => SetMetadata(MANY_CHANGES, true);

/** Holds every request that may change something to its limits of changes, and lets networks and projects take turns. */
@Injectable()
export class ChangeLimitInterceptor implements NestInterceptor {
  private readonly projects = new FairQueue(TURNS);
  /** Last, so that nobody keeps a place while it waits for another turn. */
  private readonly running = new TurnQueue(RUNNING);
  private readonly runningMany = new TurnQueue(RUNNING_MANY);

  constructor(
    private readonly limits: ChangeLimits,
    private readonly reflector: Reflector,
  ) {}

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const request = context.switchToHttp().getRequest<AuthenticatedRequest>();
    const { user, ip } = request;
    if (!user || isRead(context, this.reflector)) return next.handle();
    const projectId = user.membership?.projectId;
    this.limits.assertBytesLeft(user.id, ip);
    if (projectId) this.limits.take(projectId, user.id);
    const arrivedAt = performance.now() - (currentRequestWaits() ?? 0);
    const handle = whenPermitted(request, async () => {
      if (performance.now() - arrivedAt > WAIT_AT_MOST_MS) throw overdue();
      return lastValueFrom(next.handle());
    });
    const path = [...addressNetworks(ip), user.id];
    const one = () => this.running.run(path, handle);
    const isMany = this.reflector.get<boolean | undefined>(MANY_CHANGES, context.getHandler());
    // What waits for others of all tenants takes no place that a switch of its project could have.
    if (isMany) return from(this.runningMany.run(path, one));
    return from(projectId ? this.projects.run(projectId, one) : one());
  }
}
