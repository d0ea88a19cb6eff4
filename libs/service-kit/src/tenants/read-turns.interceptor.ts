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
import { LargeReads } from './large-reads.js';
import { type PermittedRequest, whenPermitted } from './permit-again.js';

/** Of all reads. The other connections to the database look up sessions, and change things. */
const RUNNING = { atOnce: 3, waitingAtMost: 2_000, full: () => overloaded('Too many reads wait for their turn.') };

type Kind = 'large' | 'public';
/** The key of what a route says about itself. */
export const READ_KIND = 'burgee:read';

/** A read whose answer may be large: it is paid from the budgets of the account and the address that ask. */
export const LargeRead = (): MethodDecorator => SetMetadata(READ_KIND, 'large' satisfies Kind);
/** A POST for everybody that only reads. */
export const PublicRead = (): MethodDecorator => SetMetadata(READ_KIND, 'public' satisfies Kind);

/** Lets networks, and the accounts in each, take turns with reads. Health checks, which nobody signs in for, are none. */
@Injectable()
export class ReadTurnsInterceptor implements NestInterceptor {
  private readonly running = new TurnQueue(RUNNING);
  private readonly large = new LargeReads();

  constructor(private readonly reflector: Reflector) {}

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const request = context.switchToHttp().getRequest<FastifyRequest & PermittedRequest & { user?: { id: string } }>();
    const { method, user, ip } = request;
    const kind = this.reflector.get<Kind | undefined>(READ_KIND, context.getHandler());
    const isRead = user !== undefined && (method === 'GET' || method === 'HEAD');
    if (!isRead && kind !== 'public') return next.handle();
    const answer = whenPermitted(request, () => lastValueFrom(next.handle(), { defaultValue: undefined }));
    const read = () => this.running.run([...addressNetworks(ip), user?.id ?? ''], answer);
    return from(kind === 'large' && user ? this.large.read(user.id, ip, read) : read());
  }
}

/** For the providers of a service with a database. */
export const READ_TURNS: Provider = { provide: APP_INTERCEPTOR, useClass: ReadTurnsInterceptor };
