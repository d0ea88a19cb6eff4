import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { DomainError } from '@burgee/contracts/wire';
import type { Logger } from 'pino';

const LIFETIME_MILLISECONDS = 30_000;
/** Replicas whose clocks differ by up to this much take each other's tickets. */
const SKEW_MILLISECONDS = 5_000;
/** No ticket is valid for longer from now. */
const LONGEST_MILLISECONDS = LIFETIME_MILLISECONDS + SKEW_MILLISECONDS;

/** Where all replicas record used tickets. */
export interface TicketStore {
  /** @returns whether the id is new. @throws when the store does not respond */
  claim(id: string, lifetimeMs: number): Promise<boolean>;
}

/** The contents of a ticket with a valid signature. */
export interface Claims {
  /** SHA-256 of the key that it stands for. */
  k: string;
  /** When it expires, ms since 1970. */
  e: number;
  /** Its id, under which its use is recorded. */
  n: string;
}

export interface Ticket {
  ticket: string;
  /** ISO 8601. */
  expires_at: string;
}

const refused = () =>
  new DomainError(
    'ticket_invalid',
    'This stream ticket is malformed, expired or already used. Get a new one: POST /api/v1/stream/ticket.',
  );

/**
 * Signed tickets that replace a key for one stream within 30 s, on any replica: for clients that cannot send headers.
 */
export class Tickets {
  /** Ids used here, with their expiry, oldest first. They decide alone while the store is down. */
  private readonly used = new Map<string, number>();

  constructor(
    private readonly secret: string,
    private readonly store: TicketStore,
    private readonly logger: Pick<Logger, 'debug'>,
    private readonly now = () => Date.now(),
  ) {}

  issue(keyHash: string): Ticket {
    const expiresAt = this.now() + LIFETIME_MILLISECONDS;
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
    // A ticket that ends later would be forgotten as used before it ends.
    if (claims.e < this.now() || claims.e > this.now() + LONGEST_MILLISECONDS) throw refused();
    return claims;
  }

  /** Uses the ticket up. @throws ticket_invalid when it was used already */
  async use(claims: Claims): Promise<void> {
    if (!(await this.isFirstUse(claims.n))) throw refused();
  }

  private async isFirstUse(id: string): Promise<boolean> {
    if (this.used.has(id)) return false;
    this.dropExpired();
    // Each expires after the longest life, so entries expire in insertion order.
    this.used.set(id, this.now() + LONGEST_MILLISECONDS);
    try {
      return await this.store.claim(id, LONGEST_MILLISECONDS);
    } catch (error) {
      this.logger.debug({ err: error }, 'noting a used ticket failed, only this replica knows');
      return true;
    }
  }

  private dropExpired(): void {
    for (const [id, until] of this.used) {
      if (until >= this.now()) return;
      this.used.delete(id);
    }
  }

  private sign(text: string): string {
    return createHmac('sha256', this.secret).update(text).digest('base64url');
  }
}
