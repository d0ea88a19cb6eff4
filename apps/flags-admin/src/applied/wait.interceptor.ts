import { type CallHandler, type ExecutionContext, Injectable, type NestInterceptor } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { workDone } from '@burgee/process-kit';
import type { FlagSetVersion } from '@burgee/contracts/wire';
import type { AuthenticatedRequest } from '@burgee/session';
import type { FastifyReply } from 'fastify';
import { mergeMap, type Observable } from 'rxjs';
import { addUpViews } from './add-up-views.js';
import { AppliedWaits } from './applied-waits.js';
import { readWait, WAITS_FOR_CLIENTS } from './waits-for-clients.js';

const changed = new WeakMap<FastifyReply, readonly FlagSetVersion[]>();

/** Stores the positions of the change for the interceptor. */
export const rememberChanged = (reply: FastifyReply, versions: readonly FlagSetVersion[]): void =>
  void changed.set(reply, versions);

/** Delays the response to a change until its clients have it, if the request asks for that. */
@Injectable()
export class WaitInterceptor implements NestInterceptor {
  constructor(
    private readonly waits: AppliedWaits,
    private readonly reflector: Reflector,
  ) {}

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const http = context.switchToHttp();
    const { query } = http.getRequest<AuthenticatedRequest & { query: Record<string, unknown> }>();
    const mayWait = query.wait !== undefined && this.reflector.get(WAITS_FOR_CLIENTS, context.getHandler());
    const withinMs = mayWait ? readWait(query) : undefined;
    if (withinMs === undefined) return next.handle();
    return next.handle().pipe(
      mergeMap(async (body: object) => {
        const versions = changed.get(http.getResponse<FastifyReply>()) ?? [];
        workDone();
        const views = await Promise.all(versions.map((version) => this.waits.wait(version, withinMs)));
        return { ...body, applied: addUpViews(views) };
      }),
    );
  }
}
