import { overloaded } from '@burgee/contracts/wire';
import { addressNetworks, TurnQueue } from '@burgee/process-kit';
import {
  type CallHandler,
  type ExecutionContext,
  Injectable,
  type NestInterceptor,
  type Provider,
  SetMetadata,
} from '@nestjs/common';
import { APP_INTERCEPTOR, Reflector } from '@nestjs/core';
import type { FastifyRequest } from 'fastify';
import { from, lastValueFrom, type Observable } from 'rxjs';
import { AnswerBudgets } from './answer-budgets.js';
import type { CountedRequest } from './counted-request.js';
import { type PermittedRequest, whenPermitted } from './permit-again.js';

/** Of all reads. The other connections to the database look up sessions, and change things. */
const RUNNING = { atOnce: 3, waitingAtMost: 2_000, full: () => overloaded('Too many reads wait for their turn.') };

type Kind = 'large' | 'public' | 'waiting';
/** The key of what a route says about itself. */
export const READ_KIND = 'burgee:read';

/** A read, by whatever method, whose answer may be large: it waits until the account and the address that ask have paid for others. */
export const LargeRead = (): MethodDecorator => SetMetadata(READ_KIND, 'large' satisfies Kind);
/** A POST for everybody that only reads. */
export const PublicRead = (): MethodDecorator => SetMetadata(READ_KIND, 'public' satisfies Kind);

/** A read that waits for other processes, and not for the database: it would keep a turn from others for as long. */
export const WaitingRead = (): MethodDecorator => SetMetadata(READ_KIND, 'waiting' satisfies Kind);

/** Whether a request changes nothing. */
export function isRead(context: ExecutionContext, reflector: Reflector): boolean {
  const { method } = context.switchToHttp().getRequest<FastifyRequest>();
  return (
    ['GET', 'HEAD'].includes(method) || reflector.get<Kind | undefined>(READ_KIND, context.getHandler()) === 'large'
  );
}

type Request = FastifyRequest & PermittedRequest & CountedRequest & { user?: { id: string; membership?: unknown } };

/**
 * Lets networks, and the accounts in each, take turns with reads, and holds everybody who is signed in to a budget of answers,
 * whatever the method: what a change answers costs as much as what a read does. Health checks, which nobody signs in for, have
 * neither.
 */
@Injectable()
export class ReadTurnsInterceptor implements NestInterceptor {
  private readonly running = new TurnQueue(RUNNING);
  private readonly budgets = new AnswerBudgets();

  constructor(private readonly reflector: Reflector) {}

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const request = context.switchToHttp().getRequest<Request>();
    const { user, ip } = request;
    const kind = this.reflector.get<Kind | undefined>(READ_KIND, context.getHandler());
    if (!user && kind !== 'public') return next.handle();
    const answer = whenPermitted(request, () => lastValueFrom(next.handle(), { defaultValue: undefined }));
    const inTurn = () => this.running.run([...addressNetworks(ip), user?.id ?? ''], answer);
    if (!user) return from(inTurn());
    const cost = { values: request.bodyValues, inProject: !!user.membership };
    if (!isRead(context, this.reflector)) return from(this.budgets.change(user.id, ip, answer, cost));
    if (kind === 'waiting') return from(this.budgets.waiting(user.id, ip, answer));
    return from(this.budgets[kind === 'large' ? 'large' : 'small'](user.id, ip, inTurn, () => request.readBeside ?? 0));
  }
}

/** For the providers of a service with a database. */
export const READ_TURNS: Provider = { provide: APP_INTERCEPTOR, useClass: ReadTurnsInterceptor };
