import { Module } from '@nestjs/common';
import { ExpiredSessions } from './expired-sessions.js';
import { SessionRepository } from './session.repository.js';
import { SessionsController } from './sessions.controller.js';
import { SignInCookies } from './sign-in-cookies.js';

@Module({
  controllers: [SessionsController],
  providers: [SessionRepository, SignInCookies, ExpiredSessions],
  exports: [SessionRepository, SignInCookies],
})
export class SessionsModule {}
