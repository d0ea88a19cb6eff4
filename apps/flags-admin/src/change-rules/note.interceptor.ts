import type { AuthenticatedRequest } from '@burgee/session';
import { type CallHandler, type ExecutionContext, Injectable, type NestInterceptor } from '@nestjs/common';
import type { Observable } from 'rxjs';
import { readNote } from './read-note.js';

/** Puts what a request says about its change beside who makes it, from where the change takes both. */
@Injectable()
export class NoteInterceptor implements NestInterceptor {
  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const request = context.switchToHttp().getRequest<AuthenticatedRequest>();
    const { method, user } = request;
    if (method !== 'GET' && method !== 'HEAD' && user) request.user = { ...user, note: readNote(request) };
    return next.handle();
  }
}
