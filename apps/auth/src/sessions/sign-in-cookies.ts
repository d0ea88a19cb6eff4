import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { emailKey, SESSION_LIFETIME_SECONDS } from '@burgee/contracts/wire';
import { COOKIES_AT_MOST, cookiesNamed, signSessionToken, verifySessionToken } from '@burgee/session';
import type { CookieSerializeOptions } from '@fastify/cookie';
import { Inject, Injectable } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type AuthConfig, CONFIG } from '../config.js';

const DEVICE_COOKIE = 'burgee_device';
/** Browsers keep cookies with these prefixes only if they are Secure. */
const SECURE_NAME = /^__(host|secure)-/i;
const DEVICE_LIFETIME_SECONDS = 31_536_000;

/** A device that has signed in to an account before. */
export interface Device {
  id: string;
  /** The version of the password that it signed in with. A device with another version than the account is unknown. */
  passwordVersion: number;
}

interface Account {
  email: string;
  passwordVersion: number;
}

/** The session cookie, and the cookie of a device that has signed in to an account before. */
@Injectable()
export class SignInCookies {
  constructor(@Inject(CONFIG) private readonly config: AuthConfig) {}

  set(request: FastifyRequest, reply: FastifyReply, user: Account & { id: string }, secret: string): void {
    const token = signSessionToken({ sub: user.id, sid: secret }, this.config.SESSION_PRIVATE_KEY);
    void reply.setCookie(this.config.SESSION_COOKIE_NAME, token, {
      ...this.options(request),
      maxAge: SESSION_LIFETIME_SECONDS,
    });
    this.setDevice(request, reply, user);
  }

  /** Marks the device as known for the account's current password. */
  setDevice(request: FastifyRequest, reply: FastifyReply, { email, passwordVersion }: Account): void {
    if (this.deviceOf(request, email)?.passwordVersion === passwordVersion) return;
    const device = this.signDevice(randomBytes(16).toString('base64url'), String(passwordVersion), email);
    const options = { ...this.options(request), path: '/api/auth', maxAge: DEVICE_LIFETIME_SECONDS };
    void reply.setCookie(DEVICE_COOKIE, device, options);
  }

  clear(request: FastifyRequest, reply: FastifyReply): void {
    void reply.setCookie(this.config.SESSION_COOKIE_NAME, '', { ...this.options(request), maxAge: 0 });
  }

  /**
   * The device of the request, if a cookie was set at a sign-in to this account. A forged cookie, or one that another
   * site of the domain set, does not count.
   */
  deviceOf({ headers }: FastifyRequest, email: string): Device | null {
    const cookies = cookiesNamed(headers.cookie, DEVICE_COOKIE).slice(0, COOKIES_AT_MOST);
    return cookies.map((cookie) => this.verifiedDevice(cookie, email)).find((device) => device !== null) ?? null;
  }

  private verifiedDevice(cookie: string, email: string): Device | null {
    const [id, version] = cookie.split('.');
    if (!id || !version) return null;
    const given = Buffer.from(cookie);
    const expected = Buffer.from(this.signDevice(id, version, email));
    if (given.length !== expected.length || !timingSafeEqual(given, expected)) return null;
    return { id, passwordVersion: Number(version) };
  }

  private signDevice(id: string, version: string, email: string): string {
    const mac = createHmac('sha256', this.config.PASSWORD_PEPPER).update(
      `device\n${id}\n${version}\n${emailKey(email)}`,
    );
    return `${id}.${version}.${mac.digest('base64url')}`;
  }

  /**
   * The secrets of all session cookies that auth signed: another site of the domain may have set more than others verify.
   * Headers are limited.
   */
  secretsOf({ headers }: FastifyRequest): string[] {
    const { SESSION_COOKIE_NAME, SESSION_PUBLIC_KEY } = this.config;
    return cookiesNamed(headers.cookie, SESSION_COOKIE_NAME).flatMap(
      (token) => verifySessionToken(token, SESSION_PUBLIC_KEY)?.sid ?? [],
    );
  }

  /** For every cookie that auth sets. */
  options(request: FastifyRequest): CookieSerializeOptions {
    const { COOKIE_SECURE, SESSION_COOKIE_NAME } = this.config;
    const secure = COOKIE_SECURE === 'always' || request.protocol === 'https' || SECURE_NAME.test(SESSION_COOKIE_NAME);
    return { path: '/', httpOnly: true, sameSite: 'lax', secure };
  }
}
