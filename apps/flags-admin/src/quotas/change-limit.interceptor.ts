import { isRead } from '@burgee/service-kit';
import type { AuthenticatedRequest } from '@burgee/session';
import { type CallHandler, type ExecutionContext, Injectable, type NestInterceptor, SetMetadata } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { from, lastValueFrom, type Observable } from 'rxjs';
import { ChangeLimits } from './change-limits.js';
import { ChangeTurns } from './change-turns.js';

const TURNS = 'burgee:turns';
/** A change of many flags, which waits for others like it. */
export const ManyChanges = (): MethodDecorator => SetMetadata(TURNS, 'many');
/** A change that the route itself makes in a turn of `ChangeTurns`. */
export const OwnTurns = (): MethodDecorator => SetMetadata(TURNS, 'own');

/** Holds every request that may change something to its limits of changes, and lets networks and projects take turns. */
@Injectable()
export class ChangeLimitInterceptor implements NestInterceptor {
  constructor(
    private readonly limits: ChangeLimits,
    private readonly turns: ChangeTurns,
    private readonly reflector: Reflector,
  ) {}

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const request = context.switchToHttp().getRequest<AuthenticatedRequest>();
    const { user, ip } = request;
    if (!user || isRead(context, this.reflector)) return next.handle();
    const projectId = user.membership?.projectId;
    this.limits.assertBytesLeft(user.id, ip);
    if (projectId) this.limits.take(projectId, user.id);
    const turns = this.reflector.get<'many' | 'own' | undefined>(TURNS, context.getHandler());
    if (turns === 'own') return next.handle();
    const handle = () => lastValueFrom(next.handle());
    return from(turns === 'many' ? this.turns.many(request, handle) : this.turns.one(request, handle));
  }
}
