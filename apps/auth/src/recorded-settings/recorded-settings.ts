import { BY_OPERATOR } from '@burgee/contracts/wire';
import { createHash, createPublicKey } from 'node:crypto';
import { every, type Repetition } from '@burgee/process-kit';
import { LOGGER } from '@burgee/service-kit';
import { Inject, Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { Logger } from 'pino';
import { DataSource } from 'typeorm';
import { type AuthConfig, CONFIG } from '../config.js';
import { instanceMessage } from '../persistence/instance-message.js';
import { storeMessages } from '../persistence/store-messages.js';
import { changedSettings } from './changed-settings.js';

const RETRY_MILLISECONDS = 10_000;

/** The settings that decide who can sign in. No secret is recorded: the SHA-256 of its public half identifies a key. */
const RECORDED = [
  'REGISTRATION',
  'PASSWORD_POLICY',
  'BCRYPT_COST',
  'COOKIE_SECURE',
  'SESSIONS_PER_ACCOUNT_AT_MOST',
  'SIGN_IN_LIMIT_PER_EMAIL',
  'SIGN_IN_LIMIT_PER_ADDRESS',
  'REGISTER_LIMIT_PER_ADDRESS',
] as const satisfies readonly (keyof AuthConfig)[];

const LISTS = ['ADMINISTRATORS', 'INSTANCE_OWNERS'] as const;

const fingerprint = (pem: string) =>
  createHash('sha256')
    .update(createPublicKey(pem).export({ type: 'spki', format: 'der' }))
    .digest('hex');

/** Sends audit the settings that changed since the last record. The process starts even if that fails. */
@Injectable()
export class RecordedSettings implements OnApplicationBootstrap, OnApplicationShutdown {
  private attempts: Repetition | undefined;

  constructor(
    @InjectDataSource() private readonly database: DataSource,
    @Inject(CONFIG)
    private readonly config: Pick<
      AuthConfig,
      (typeof RECORDED)[number] | (typeof LISTS)[number] | 'SESSION_PUBLIC_KEY'
    > &
      Partial<Pick<AuthConfig, 'PASSWORD_SIGN_IN' | 'providers'>>,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  onApplicationBootstrap(): void {
    this.attempts = every(RETRY_MILLISECONDS, () => this.attempt());
    void this.attempt();
  }

  onApplicationShutdown(): void {
    this.attempts?.stop();
  }

  async record(): Promise<void> {
    const { SESSION_PUBLIC_KEY } = this.config;
    const settings = Object.fromEntries(RECORDED.map((name) => [name, this.config[name]]));
    // Omitted when nobody is listed. Otherwise an upgrade would add an entry to each installation.
    const lists = Object.fromEntries(
      LISTS.flatMap((name) => (this.config[name]?.length ? [[name, this.config[name].toSorted().join(',')]] : [])),
    );
    const now = {
      ...settings,
      ...lists,
      ...this.signingIn(),
      SESSION_PUBLIC_KEY_SHA256: fingerprint(SESSION_PUBLIC_KEY),
    };
    await this.database.transaction(async (manager) => {
      const [recorded] = await manager.sql<{ settings: Record<string, unknown> }[]>`
        select settings from auth.recorded_settings for update`;
      const changed = changedSettings(recorded?.settings ?? {}, now);
      if (!changed) return;
      await manager.sql`update auth.recorded_settings set settings = ${JSON.stringify(now)}::jsonb`;
      // The first record is only a baseline, so a new database stays without entries.
      if (Object.keys(recorded?.settings ?? {}).length === 0) return;
      const { before: old_values, now: new_values } = changed;
      await storeMessages(manager, [
        instanceMessage({ action: 'settings_change', old_values, new_values, provenance: BY_OPERATOR }),
      ]);
    });
  }

  /** Omitted as long as they are as shipped, for the same reason. */
  private signingIn(): Record<string, string> {
    const { PASSWORD_SIGN_IN = 'on', providers = [] } = this.config;
    const named = providers.map(({ id, issuer, clientId, domains }) => [
      `OIDC_${id}`,
      [issuer, clientId, ...domains].join(' '),
    ]);
    return { ...(PASSWORD_SIGN_IN !== 'on' && { PASSWORD_SIGN_IN }), ...Object.fromEntries(named) };
  }

  private async attempt(): Promise<void> {
    try {
      await this.record();
      this.attempts?.stop();
    } catch (error) {
      this.logger.warn({ err: error }, `recording the settings failed, retrying in ${RETRY_MILLISECONDS / 1_000} s`);
    }
  }
}
