import { setTimeout as delay } from 'node:timers/promises';
import { unavailable } from '@burgee/contracts/wire';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { DataSource } from 'typeorm';
import { waitForChanges } from '../persistence/installation.js';
import { UserRepository } from '../persistence/user.repository.js';
import type { Provider } from '../provider-settings.js';
import type { Answer } from '../providers/provider-client.js';
import { ID_TOKEN, Sealed } from '../providers/sealed.js';
import { SignInOutcomes } from '../sign-in/sign-in-outcomes.js';
import { SignInService } from '../sign-in/sign-in.service.js';
import { AccountsOfPersons, type FoundAccount } from './accounts-of-persons.js';

const ROLES_WITHIN_MILLISECONDS = 6_000;
const AGAIN_AFTER_MILLISECONDS = 50;

/** Signs a person in who has been to a provider. */
@Injectable()
export class EnterByProvider {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly accounts: AccountsOfPersons,
    private readonly users: UserRepository,
    private readonly signIns: SignInService,
    private readonly outcomes: SignInOutcomes,
    private readonly sealed: Sealed,
  ) {}

  /** @throws SignInProblem, unavailable */
  async enter(
    provider: Provider,
    { person, idToken, invitation }: Answer & { invitation?: string | undefined },
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<FoundAccount> {
    const found = await this.accounts.find(provider, person, invitation);
    const { identityId, userId } = found;
    if (found.tookOver) await waitForChanges(this.database, userId);
    await this.waitForRoles(userId);
    const user = await this.users.findById(userId);
    if (!user) throw unavailable();
    const session = {
      identityId,
      issuer: person.issuer,
      sid: person.sid,
      signedInAt: person.signedInAt,
      sealedIdToken: await this.sealed.seal(ID_TOKEN, { idToken }, '7d'),
      toldGroups: person.groups !== undefined,
    };
    const origin = { by: 'provider', provider: session, tells: found.isKnown } as const;
    if (!(await this.signIns.openSession(user, request, reply, origin))) throw unavailable();
    this.outcomes.accepted();
    return found;
  }

  /** flags-admin applies groups within a second. Without it, roles that were withdrawn would still open projects. */
  private async waitForRoles(userId: string): Promise<void> {
    for (const end = Date.now() + ROLES_WITHIN_MILLISECONDS; ; await delay(AGAIN_AFTER_MILLISECONDS)) {
      const pending = await this.database.sql<unknown[]>`
        select from access_read.pending_groups_v1 where user_id = ${userId}`;
      if (pending.length === 0) return;
      if (Date.now() > end) throw unavailable();
    }
  }
}
