import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { DomainError, type StreamTicket } from '@burgee/contracts';
import { LOGGER, REDIS } from '@burgee/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import type { Redis } from 'ioredis';
import type { Logger } from 'pino';
import { CONFIG, type SdkGatewayConfig } from '../config.js';

const LIFETIME_MILLISECONDS = 30_000;

/** What a ticket says, once its signature is found good. */
export interface Claims {
  /** SHA-256 of the key it stands for. */
  k: string;
  /** When it ends, ms since 1970. */
  e: number;
  /** What it is known by once it is used. */
  n: string;
}

const refused = () =>
  new DomainError(
    'ticket_invalid',
    'This stream ticket is malformed, too old or used. Ask for a new one: POST /api/v1/stream/ticket.',
  );

/** Stand-ins for a key that work once, for 30 s, on any replica: for callers that cannot send headers. */
@Injectable()
export class Tickets {
  /** Used here; the whole memory of it while Redis is away. */
  private readonly used = new Map<string, number>();

  constructor(
    @Inject(CONFIG) private readonly config: Pick<SdkGatewayConfig, 'STREAM_TICKET_SECRET'>,
    @Inject(REDIS) private readonly redis: Redis,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  issue(keyHash: string): StreamTicket {
    const expiresAt = Date.now() + LIFETIME_MILLISECONDS;
    const claims: Claims = { k: keyHash, e: expiresAt, n: randomBytes(16).toString('base64url') };
    const text = Buffer.from(JSON.stringify(claims)).toString('base64url');
    return { ticket: `${text}.${this.sign(text)}`, expires_at: new Date(expiresAt).toISOString() };
  }

  /** @throws ticket_invalid */
  read(ticket: string): Claims {
    const [text = '', signature = ''] = ticket.split('.');
    const [given, expected] = [Buffer.from(signature), Buffer.from(this.sign(text))];
    if (given.length !== expected.length || !timingSafeEqual(given, expected)) throw refused();
    const claims = JSON.parse(Buffer.from(text, 'base64url').toString()) as Claims;
    if (claims.e < Date.now()) throw refused();
    return claims;
  }

  /** Uses the ticket up. @throws ticket_invalid when it was used before */
  async use(claims: Claims): Promise<void> {
    if (!(await this.firstUse(claims))) throw refused();
  }

  private async firstUse({ n, e }: Claims): Promise<boolean> {
    if (this.used.has(n)) return false;
    this.used.set(n, e);
    for (const [name, end] of this.used) if (end < Date.now()) this.used.delete(name);
    try {
      return (await this.redis.set(`burgee:ticket:${n}`, '1', 'PX', LIFETIME_MILLISECONDS, 'NX')) === 'OK';
    } catch (error) {
      this.logger.debug({ err: error }, 'the ticket is remembered by this replica alone');
      return true;
    }
  }

  private sign(text: string): string {
    return createHmac('sha256', this.config.STREAM_TICKET_SECRET).update(text).digest('base64url');
  }
}
