import { DomainError } from '@burgee/contracts/wire';
import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { type AuthConfig, CONFIG } from '../config.js';
import { waitForChanges } from '../persistence/installation.js';
import { instanceMessage } from '../persistence/instance-message.js';
import { storeMessages } from '../persistence/store-messages.js';
import type { EndedSession } from '../sessions/session.repository.js';
import { IdentityRepository } from './identity.repository.js';
import { ProviderClient, ProviderUnavailable } from './provider-client.js';
import { isSameIssuer, type Provider } from '../provider-settings.js';
import { ID_TOKEN, Sealed } from './sealed.js';

/** Ends sessions at both sides: at the provider after a sign-out here, and here after one there. */
@Injectable()
export class ProviderLogout {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly client: ProviderClient,
    private readonly identities: IdentityRepository,
    private readonly sealed: Sealed,
    @Inject(CONFIG) private readonly config: Pick<AuthConfig, 'providers' | 'PUBLIC_URL'>,
  ) {}

  /** Where the browser ends the session at the provider. Undefined where there is none, or the provider is down. */
  async addressAfter({ issuer, sealedIdToken }: EndedSession): Promise<string | undefined> {
    const provider = this.config.providers.find((one) => isSameIssuer(one.issuer, issuer));
    if (!provider) return undefined;
    const opened = sealedIdToken ? await this.sealed.open<{ idToken: string }>(ID_TOKEN, sealedIdToken) : undefined;
    return this.client.logoutUrl(provider, opened?.idToken, `${this.config.PUBLIC_URL}/sign-in`).catch(() => undefined);
  }

  /** A provider tells that a person has signed out there. @throws invalid_request, unavailable */
  async endByToken(provider: Provider, token: string): Promise<void> {
    const ended = await this.client.verifyLogoutToken(provider, token).catch((error: unknown) => {
      if (error instanceof ProviderUnavailable)
        throw new DomainError('unavailable', 'The keys of the provider cannot be read now. Send the token again.', {
          cause: error,
          retryAfterSeconds: 5,
        });
      throw refused(error);
    });
    const users = await this.database.transaction(async (manager) => {
      if (!(await this.identities.useLogoutToken(manager, ended))) throw refused();
      const found = await this.identities.endSessions(manager, ended);
      const messages = found.map((user_id) =>
        instanceMessage({
          action: 'sessions_end',
          new_values: { user_id, issuer: ended.issuer },
          provenance: { performed_by: null, on_behalf_of: user_id, via: 'sign-in', run: null },
        }),
      );
      if (messages.length > 0) await storeMessages(manager, messages);
      return found;
    });
    for (const id of users) await waitForChanges(this.database, id);
  }
}

const refused = (cause?: unknown) =>
  new DomainError('invalid_request', 'This is no logout token for Burgee from this provider, or it was used before.', {
    cause,
    errors: [{ pointer: '/logout_token', detail: 'is no logout token of this provider that is still valid' }],
  });
