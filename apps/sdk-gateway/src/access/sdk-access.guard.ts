import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { DomainError } from '@burgee/contracts';
import { ACCESS, type Access } from '@burgee/service-kit';

/** Lets through what says that it is public or holds its own door; a route that says nothing is closed. */
@Injectable()
export class SdkAccessGuard implements CanActivate {
  constructor(private readonly reflector: Reflector) {}

  canActivate(context: ExecutionContext): boolean {
    if (context.getType() !== 'http') return true;
    const access = this.reflector.getAllAndOverride<Access | undefined>(ACCESS, [
      context.getHandler(),
      context.getClass(),
    ]);
    if (access === 'public' || access === 'sdk-key') return true;
    throw new DomainError('role_too_low', 'This address is closed.');
  }
}
