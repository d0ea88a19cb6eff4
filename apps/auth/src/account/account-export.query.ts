import type { AccountExport } from '@burgee/contracts/http';
import type { CurrentUser } from '@burgee/session';
import { Inject, Injectable } from '@nestjs/common';
import { AccountQuery } from '../administration/account.query.js';
import { type AuthConfig, CONFIG } from '../config.js';
import { IdentityRepository } from '../providers/identity.repository.js';
import { toIdentityView } from '../providers/to-identity-view.js';
import { SessionRepository } from '../sessions/session.repository.js';
import { toSessionView } from '../sessions/to-session-view.js';
import { TokenRepository } from '../tokens/token.repository.js';

/** Reads what auth stores of an account. */
@Injectable()
export class AccountExportQuery {
  constructor(
    private readonly accounts: AccountQuery,
    private readonly sessions: SessionRepository,
    private readonly tokens: TokenRepository,
    private readonly identities: IdentityRepository,
    @Inject(CONFIG) private readonly config: Pick<AuthConfig, 'SESSIONS_PER_ACCOUNT_AT_MOST'>,
  ) {}

  async read({ id, sessionId }: CurrentUser): Promise<AccountExport> {
    const account = await this.accounts.find(id);
    const { sessions } = await this.sessions.listLive(id, { limit: this.config.SESSIONS_PER_ACCOUNT_AT_MOST });
    return {
      ...account,
      notice_mails: (await this.accounts.mail(id)).noticeMails,
      sessions: sessions.map((session) => toSessionView(session, sessionId)),
      tokens: await this.tokens.list({ userId: id }),
      identities: (await this.identities.list(id)).map(toIdentityView),
    };
  }
}
