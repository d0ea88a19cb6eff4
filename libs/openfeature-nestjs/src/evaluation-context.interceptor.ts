import {
  type CallHandler,
  type ExecutionContext,
  Inject,
  Injectable,
  type NestInterceptor,
  Optional,
} from '@nestjs/common';
import { OpenFeature } from '@openfeature/server-sdk';
import { Observable, type Subscription } from 'rxjs';
import { type ContextFactory, ContextFactoryToken } from './options.js';

/**
 * Evaluations during a request get the context that the factory returns for it.
 * For single routes: `@UseInterceptors(EvaluationContextInterceptor)`, or `new EvaluationContextInterceptor(factory)` there.
 */
@Injectable()
export class EvaluationContextInterceptor implements NestInterceptor {
  constructor(@Optional() @Inject(ContextFactoryToken) private readonly factory?: ContextFactory) {}

  /** Runs the route with that context. Rejects with what the factory throws. */
  async intercept(request: ExecutionContext, next: CallHandler): Promise<Observable<unknown>> {
    const context = await this.factory?.(request);
    if (!context) return next.handle();
    return new Observable((subscriber) => {
      let subscription: Subscription | undefined;
      // Nest captures the handler's asynchronous scope when `handle` is called, so the call has to be in here.
      OpenFeature.setTransactionContext(context, () => {
        subscription = next.handle().subscribe(subscriber);
      });
      return () => subscription?.unsubscribe();
    });
  }
}
