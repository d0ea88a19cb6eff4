import { createHash } from 'node:crypto';
import { ACCESS_TOKEN_TYPE, byToken, DomainError, unavailable } from '@burgee/contracts/wire';
import type { ExchangedToken, TokenExchangeRequest } from '@burgee/contracts/http';
import { auditMessage } from '@burgee/outbox';
import { addressBlock, currentRequestId } from '@burgee/process-kit';
import { askNameServers, askSystem } from '@burgee/process-kit/outbound';
import { LOGGER } from '@burgee/service-kit/plain';
import { mintApiToken } from '@burgee/session';
import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { Logger } from 'pino';
import { DataSource, type EntityManager } from 'typeorm';
import { v7 as uuidv7 } from 'uuid';
import { type AuthConfig, CONFIG } from '../config.js';
import { SignInLimits } from '../limits/sign-in-limits.js';
import { storeMessages } from '../persistence/store-messages.js';
import { RecordRefusedSignIns } from '../sign-in/record-refused-sign-ins.js';
import { IssuerKeys, IssuerUnavailable } from './issuer-keys.js';
import { TrustRepository, type TrustRow } from './trust.repository.js';
import { type Claims, fits, runOf } from './trust-rules.js';

const LOOK_UP_MILLISECONDS = 1_500;

/** The token of the job is not taken, for a reason that only the log has. */
class Refused extends Error {}

/** The same for every reason, so that a refusal does not reveal which trusts exist. */
const refused = () =>
  new DomainError(
    'job_token_refused',
    'The token of this job was refused: it is forged, expired or used before, or the trust is not for this job.',
  );

/** What tells tokens apart: their id, else all that is signed. Another signature of the same is the same token. */
function digestOf(token: string, { iss, jti }: Claims): string {
  const own = typeof jti === 'string' ? `jti\n${jti}` : token.slice(0, token.lastIndexOf('.'));
  return createHash('sha256')
    .update(`${String(iss)}\n${own}`)
    .digest('base64url');
}

/** Gives the job of a trust an API token for the token that its CI service signed (RFC 8693). */
@Injectable()
export class ExchangeService {
  private readonly issuers: IssuerKeys;

  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly trusts: TrustRepository,
    private readonly limits: SignInLimits,
    private readonly refusals: RecordRefusedSignIns,
    @Inject(CONFIG) private readonly config: Pick<AuthConfig, 'SESSION_PRIVATE_KEY' | 'ISSUERS_ALLOW_PRIVATE'>,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    const allowPrivate = config.ISSUERS_ALLOW_PRIVATE === 'on';
    const resolve = allowPrivate ? askSystem : askNameServers(LOOK_UP_MILLISECONDS);
    this.issuers = new IssuerKeys({ resolve, allowPrivate, now: Date.now });
  }

  /** @param address of the client @throws job_token_refused, too_many_requests, unavailable */
  async exchange({ subject_token, audience }: TokenExchangeRequest, address: string): Promise<ExchangedToken> {
    const block = addressBlock(address);
    await this.limits.exchange(block);
    try {
      const trust = await this.trusts.find(audience);
      if (!trust) throw new Refused('no such trust');
      const claims = await this.issuers.verify(subject_token, trust.issuer, trust.audience);
      if (!fits(trust, claims)) throw new Refused('the trust is for other jobs');
      const access_token = await this.database.transaction((manager) =>
        this.grant(manager, trust, { claims, digest: digestOf(subject_token, claims) }),
      );
      await this.limits.exchanged(block);
      const [issued_token_type, token_type] = [ACCESS_TOKEN_TYPE, 'Bearer'] as const;
      return {
        access_token,
        issued_token_type,
        token_type,
        expires_in: trust.minutes * 60,
        scope: trust.verbs.join(' '),
      };
    } catch (error) {
      throw this.answerTo(error, { trust: audience, address });
    }
  }

  private async grant(
    manager: EntityManager,
    trust: TrustRow,
    { claims, digest }: { claims: Claims; digest: string },
  ): Promise<string> {
    if (!(await this.trusts.use(trust.id, manager))) throw new Refused('no such trust');
    // It is taken at most a day after it was made.
    const first = await manager.sql<unknown[]>`
      insert into auth.exchanged_tokens (digest, expires_at) values (${digest}, now() + interval '2 days')
      on conflict do nothing returning digest`;
    if (first.length === 0) throw new Refused('it was used before');
    const id = uuidv7();
    const { token, secretHash } = mintApiToken(id, this.config.SESSION_PRIVATE_KEY);
    const run = runOf(trust.provider, claims, trust.issuer);
    const { name, verbs, environments, limits } = trust;
    await manager.sql`
      insert into auth.tokens (id, secret_hash, name, project_id, verbs, environment_ids, limits, run, trust_id, created_by,
                               expires_at)
      values (${id}, ${secretHash}, ${name}, ${trust.project_id}, ${verbs}::text[], ${environments}::uuid[],
              ${limits && JSON.stringify(limits)}::jsonb, ${run}, ${trust.id}, ${trust.created_by},
              now() + make_interval(mins => ${trust.minutes}::int))`;
    const note = {
      action: 'token_create' as const,
      project_id: trust.project_id,
      old_values: null,
      new_values: {
        token_id: id,
        name,
        kind: 'service',
        verbs,
        environments,
        limits,
        trust_id: trust.id,
        sub: claims.sub,
      },
    };
    const actor = { id, name, provenance: byToken({ id, name, run }, null) };
    await storeMessages(manager, [auditMessage(note, actor, currentRequestId())]);
    return token;
  }

  /** The error for the client. What is not the token's fault is retried, so it counts as no refusal. */
  private answerTo(error: unknown, about: { trust: string; address: string }): unknown {
    if (error instanceof IssuerUnavailable) {
      this.logger.warn({ err: error, trust: about.trust }, 'issuer of CI tokens did not answer');
      return unavailable(error);
    }
    const isJose = (error as { code?: unknown } | null)?.code?.toString().startsWith('ERR_J') === true;
    if (!(error instanceof Refused) && !isJose) return error;
    const { message: reason } = error as Error;
    this.refusals.add(about.address, 'job_token_refused');
    this.logger.info({ reason, trust: about.trust, 'client.address': about.address }, 'token of a CI job refused');
    return refused();
  }
}
