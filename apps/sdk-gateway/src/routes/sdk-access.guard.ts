import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { DomainError } from '@burgee/contracts/wire';
import { ROUTE_POLICY, type RoutePolicy } from '@burgee/service-kit';

/** Allows routes that are public or look the SDK key up themselves; a route without a policy is refused. */
@Injectable()
export class SdkAccessGuard implements CanActivate {
  constructor(private readonly reflector: Reflector) {}

  canActivate(context: ExecutionContext): boolean {
    if (context.getType() !== 'http') return true;
    const policy = this.reflector.getAllAndOverride<RoutePolicy | undefined>(ROUTE_POLICY, [
      context.getHandler(),
      context.getClass(),
    ]);
    if (policy === 'public' || policy === 'sdk-key') return true;
    throw new DomainError('role_too_low', 'This route is closed.');
  }
}
