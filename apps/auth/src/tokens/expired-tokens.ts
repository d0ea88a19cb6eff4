import { ExpiryJob } from '@burgee/service-kit/database';
import { LOGGER } from '@burgee/service-kit/plain';
import { Inject, Injectable } from '@nestjs/common';
import type { Logger } from 'pino';
import { TokenRepository } from './token.repository.js';

const EVERY_MILLISECONDS = 600_000;

/** Deletes personal tokens that ended long ago. */
@Injectable()
export class ExpiredTokens extends ExpiryJob {
  constructor(
    private readonly tokens: TokenRepository,
    @Inject(LOGGER) logger: Logger,
  ) {
    super('tokens', EVERY_MILLISECONDS, logger);
  }

  protected deleteExpired(): Promise<void> {
    return this.untilNoneIsLeft(() => this.tokens.deleteEnded());
  }
}
