import { RegisterRequest, SignedIn } from '@burgee/contracts';
import { Public } from '@burgee/service-kit';
import { Body, Controller, Post, Req, Res } from '@nestjs/common';
import { ApiCreatedResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { SignInLimits } from '../limits/sign-in-limits.js';
import { SignInService } from '../sign-in/sign-in.service.js';
import { RegisterService } from './register.service.js';

@ApiTags('auth')
@Controller('api/auth/register')
export class RegisterController {
  constructor(
    private readonly registration: RegisterService,
    private readonly signIn: SignInService,
    private readonly limits: SignInLimits,
  ) {}

  @Post()
  @ApiOperation({ summary: 'Register' })
  @Public()
  @ApiCreatedResponse({ type: SignedIn })
  async register(
    @Body() body: RegisterRequest,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<SignedIn> {
    await this.limits.registration(request.ip);
    const user = await this.registration.register(body);
    await this.signIn.openSession(user, request, reply);
    return { name: user.name, email: user.email, message: 'User registered successfully' };
  }
}
