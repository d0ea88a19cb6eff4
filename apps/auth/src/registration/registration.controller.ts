import { RegisterRequest, SignedIn } from '@burgee/contracts/http';
import { unavailable } from '@burgee/contracts/wire';
import { addressBlock } from '@burgee/process-kit';
import { Endpoint } from '@burgee/service-kit';
import { Body, Controller, Post, Req, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { SignInLimits } from '../limits/sign-in-limits.js';
import { SignInService } from '../sign-in/sign-in.service.js';
import { isFromThisMachine } from './is-from-this-machine.js';
import { RegistrationService } from './registration.service.js';

@ApiTags('auth')
@Controller('api/auth/register')
export class RegistrationController {
  constructor(
    private readonly registration: RegistrationService,
    private readonly signIn: SignInService,
    private readonly limits: SignInLimits,
  ) {}

  @Post()
  @Endpoint({
    summary: 'Register an account',
    policy: 'public',
    status: 201,
    answers: SignedIn,
    refuses: [
      'passwords_differ',
      'email_taken',
      'common_password',
      'registration_closed',
      'link_ended',
      'password_sign_in_off',
    ],
  })
  async register(
    @Body() body: RegisterRequest,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<SignedIn> {
    await this.limits.registration(addressBlock(request.ip));
    const user = await this.registration.register(body, request.ip, isFromThisMachine(request));
    if (!(await this.signIn.openSession(user, request, reply))) throw unavailable();
    return { name: user.name, email: user.email, message: 'User registered successfully' };
  }
}
