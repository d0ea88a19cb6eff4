import type { ChangePasswordRequest } from '@burgee/contracts/http';
import { byAccount, DomainError } from '@burgee/contracts/wire';
import type { CurrentUser } from '@burgee/session';
import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { type AuthConfig, CONFIG } from '../config.js';
import { waitForChanges } from '../persistence/installation.js';
import { instanceMessage } from '../persistence/instance-message.js';
import { queueMail } from '../persistence/mails.js';
import { storeMessages } from '../persistence/store-messages.js';
import { UserRepository } from '../persistence/user.repository.js';
import { SessionRepository } from '../sessions/session.repository.js';
import { assertAcceptable } from './assert-acceptable.js';
import { PasswordHasher } from './password-hasher.js';

@Injectable()
export class ChangePasswordService {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly users: UserRepository,
    private readonly sessions: SessionRepository,
    private readonly hasher: PasswordHasher,
    @Inject(CONFIG) private readonly config: AuthConfig,
  ) {}

  /**
   * Repeats with success where `new_password` is the current one already, since the answer may have been lost, or 503.
   * @param address the address of the client @returns the version of the new password
   */
  async change(
    user: CurrentUser,
    { current_password, new_password }: ChangePasswordRequest,
    address: string,
  ): Promise<number> {
    const caller = { queue: 'sign-in', address } as const;
    assertAcceptable(new_password, this.config.PASSWORD_POLICY, '/new_password');
    const account = await this.users.findById(user.id);
    const { matches } = await this.hasher.compare(current_password, account?.passwordHash, caller);
    if (!account) throw wrongPassword('/current_password');
    if (!matches) {
      const repeated = await this.hasher.compare(new_password, account.passwordHash, caller);
      if (!repeated.matches) throw wrongPassword('/current_password');
      await waitForChanges(this.database, user.id);
      return account.passwordVersion;
    }
    const passwordHash = await this.hasher.hash(new_password, caller);
    await this.database.transaction(async (manager) => {
      await this.sessions.hold(user, manager);
      if (!(await this.users.changePassword(manager, user.id, account.passwordVersion, passwordHash)))
        throw wrongPassword('/current_password');
      // A second statement, because it sees sessions that opened while the first was blocked on its lock.
      await this.sessions.revokeOthers(user.id, user.sessionId, manager);
      const new_values = { session_id: user.sessionId, address };
      const provenance = user.provenance ?? byAccount(user.id);
      const note = { action: 'password_change', actor: user, new_values, provenance } as const;
      await storeMessages(manager, [instanceMessage(note)]);
      const facts = { change: 'password_change', by: null } as const;
      await queueMail(manager, this.config, { kind: 'security', userId: user.id, facts });
    });
    await waitForChanges(this.database, user.id);
    return account.passwordVersion + 1;
  }

  /** @param address the address of the client */
  async prove(user: CurrentUser, password: string, address: string): Promise<void> {
    const account = await this.users.findById(user.id);
    const { matches } = await this.hasher.compare(password, account?.passwordHash, { queue: 'sign-in', address });
    if (!account || !matches) throw wrongPassword('/password');
    await this.sessions.prove(user.sessionId);
  }
}

function wrongPassword(pointer: string): DomainError {
  return new DomainError('invalid_request', 'The current password is wrong.', {
    errors: [{ pointer, detail: 'is not the current password' }],
  });
}
