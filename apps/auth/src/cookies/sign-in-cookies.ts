import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { SESSION_COOKIE, SESSION_LIFETIME_SECONDS } from '@burgee/contracts';
import { signSessionToken } from '@burgee/session';
import type { CookieSerializeOptions } from '@fastify/cookie';
import { Inject, Injectable } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type AuthConfig, CONFIG } from '../config.js';
import { emailKey } from '../persistence/user.repository.js';

const DEVICE_COOKIE = 'burgee_device';
const DEVICE_LIFETIME_SECONDS = 31_536_000;

/** Cookie `token`, and the cookie by which a device is known that has signed in to an account before. */
@Injectable()
export class SignInCookies {
  constructor(@Inject(CONFIG) private readonly config: AuthConfig) {}

  set(request: FastifyRequest, reply: FastifyReply, user: { id: string; email: string }, secret: string): void {
    const token = signSessionToken({ sub: user.id, sid: secret }, this.config.SESSION_PRIVATE_KEY);
    void reply.setCookie(SESSION_COOKIE, token, { ...this.options(request), maxAge: SESSION_LIFETIME_SECONDS });
    if (this.deviceOf(request, user.email)) return;
    const device = this.signDevice(randomBytes(16).toString('base64url'), user.email);
    const options = { ...this.options(request), path: '/api/auth', maxAge: DEVICE_LIFETIME_SECONDS };
    void reply.setCookie(DEVICE_COOKIE, device, options);
  }

  clear(request: FastifyRequest, reply: FastifyReply): void {
    void reply.setCookie(SESSION_COOKIE, '', { ...this.options(request), maxAge: 0 });
  }

  /** The device's name when its cookie was given to it at a sign-in to this very account. */
  deviceOf(request: FastifyRequest, email: string): string | null {
    const cookie = request.cookies[DEVICE_COOKIE];
    const name = cookie?.split('.')[0];
    if (!cookie || !name) return null;
    const given = Buffer.from(cookie);
    const expected = Buffer.from(this.signDevice(name, email));
    return given.length === expected.length && timingSafeEqual(given, expected) ? name : null;
  }

  private signDevice(name: string, email: string): string {
    const mac = createHmac('sha256', this.config.PASSWORD_PEPPER).update(`device\n${name}\n${emailKey(email)}`);
    return `${name}.${mac.digest('base64url')}`;
  }

  private options(request: FastifyRequest): CookieSerializeOptions {
    const secure = this.config.COOKIE_SECURE === 'always' || request.protocol === 'https';
    return { path: '/', httpOnly: true, sameSite: 'lax', secure };
  }
}
