import { metrics } from '@burgee/process-kit';
import { LOGGER } from '@burgee/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import { Counter } from 'prom-client';
import type { Logger } from 'pino';

const signIns = new Counter({
  name: 'burgee_sign_ins_total',
  help: 'Attempts to sign in, by what became of them.',
  labelNames: ['result'],
  registers: [metrics],
});

export type Refusal = 'unknown_email' | 'wrong_password' | 'password_changed' | 'too_many_attempts';

/** Counts every attempt to sign in, and logs those that are refused. */
@Injectable()
export class SignInOutcomes {
  constructor(@Inject(LOGGER) private readonly logger: Logger) {}

  accepted(): void {
    signIns.inc({ result: 'accepted' });
  }

  /** The email as it was typed stays out of the log: people also type their password into that field. */
  refused(reason: Refusal, address: string, userId: string | null): void {
    signIns.inc({ result: reason });
    this.logger.info({ reason, address, user_id: userId }, 'sign-in refused');
  }
}
