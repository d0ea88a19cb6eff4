import { metrics } from '@burgee/process-kit';
import { LOGGER } from '@burgee/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import { Counter } from 'prom-client';
import type { Logger } from 'pino';
import { RecordRefusedSignIns } from './record-refused-sign-ins.js';

const signIns = new Counter({
  name: 'burgee_sign_ins_total',
  help: 'Attempts to sign in, by what became of them.',
  labelNames: ['result'],
  registers: [metrics],
});

export type Refusal = 'unknown_email' | 'wrong_password' | 'password_changed' | 'disabled' | 'too_many_attempts';

/** Counts every sign-in attempt, and logs and records each refused one. */
@Injectable()
export class SignInOutcomes {
  constructor(
    @Inject(LOGGER) private readonly logger: Logger,
    private readonly refusedSignIns: RecordRefusedSignIns,
  ) {}

  accepted(): void {
    signIns.inc({ result: 'accepted' });
  }

  /** The typed email stays out of the log, because people also type their password into that field. */
  refused(reason: Refusal, address: string, userId: string | null): void {
    signIns.inc({ result: reason });
    this.refusedSignIns.add(address, reason === 'too_many_attempts' ? reason : 'invalid_credentials');
    this.logger.info({ reason, 'client.address': address, 'user.id': userId }, 'sign-in refused');
  }

  /** A way to a provider and back that ended without a session, for whatever reason. */
  refusedByProvider(reason: string, address: string, error: unknown): void {
    signIns.inc({ result: 'provider_refused' });
    this.refusedSignIns.add(address, 'by_provider');
    // The settings, or the provider, may be wrong; else it is a person's doing.
    const isOperators = reason === 'answer_refused' || reason === 'provider_unavailable';
    const level = isOperators ? 'warn' : 'info';
    this.logger[level]({ reason, 'client.address': address, err: error }, 'sign-in by a provider refused');
  }

  /** Before it has sent a person back. */
  providerFailed(provider: string, error: unknown): void {
    this.logger.warn({ provider, err: error }, 'asking a provider failed');
  }
}
