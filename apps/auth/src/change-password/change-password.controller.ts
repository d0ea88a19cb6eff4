import { ChangePasswordRequest, Message } from '@burgee/contracts';
import { RequireAccess } from '@burgee/service-kit';
import { type CurrentUser, User } from '@burgee/session';
import { Body, Controller, HttpCode, Post, Req } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { FastifyRequest } from 'fastify';
import { SignInLimits } from '../limits/sign-in-limits.js';
import { ChangePasswordService } from './change-password.service.js';

@ApiTags('auth')
@Controller('api/auth/password')
@RequireAccess('session')
export class ChangePasswordController {
  constructor(
    private readonly passwords: ChangePasswordService,
    private readonly limits: SignInLimits,
  ) {}

  /** The session that changes it goes on; all others of the user end. */
  @Post()
  @ApiOperation({ summary: 'Change your password' })
  @HttpCode(200)
  @ApiOkResponse({ type: Message })
  async change(
    @User() user: CurrentUser,
    @Body() body: ChangePasswordRequest,
    @Req() request: FastifyRequest,
  ): Promise<Message> {
    const attempt = { email: user.email, ip: request.ip, device: user.sessionId };
    await this.limits.attempt(attempt);
    await this.passwords.change(user, body);
    await this.limits.succeeded(attempt);
    return { message: 'Password changed' };
  }
}
