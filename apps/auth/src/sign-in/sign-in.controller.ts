import { LoginRequest, SignedIn } from '@burgee/contracts';
import { Public } from '@burgee/service-kit';
import { Body, Controller, HttpCode, Post, Req, Res } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { SignInCookies } from '../cookies/sign-in-cookies.js';
import { SignInLimits } from '../limits/sign-in-limits.js';
import { SignInService } from './sign-in.service.js';

@ApiTags('auth')
@Controller('api/auth/login')
export class SignInController {
  constructor(
    private readonly signIn: SignInService,
    private readonly limits: SignInLimits,
    private readonly cookies: SignInCookies,
  ) {}

  @Post()
  @ApiOperation({ summary: 'Sign in' })
  @Public()
  @HttpCode(200)
  @ApiOkResponse({ type: SignedIn })
  async login(
    @Body() body: LoginRequest,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<SignedIn> {
    const attempt = { email: body.email, ip: request.ip, device: this.cookies.deviceOf(request, body.email) };
    await this.limits.attempt(attempt);
    const user = await this.signIn.identify(body);
    await this.limits.succeeded(attempt);
    await this.signIn.openSession(user, request, reply);
    return { name: user.name, email: user.email, message: 'Login successful' };
  }
}
