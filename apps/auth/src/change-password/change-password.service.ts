import { type ChangePasswordRequest, DomainError } from '@burgee/contracts';
import type { CurrentUser } from '@burgee/session';
import { Inject, Injectable } from '@nestjs/common';
import { type AuthConfig, CONFIG } from '../config.js';
import { assertAcceptable } from '../passwords/assert-acceptable.js';
import { PasswordHasher } from '../passwords/password-hasher.js';
import { SessionRepository } from '../persistence/session.repository.js';
import { UserRepository } from '../persistence/user.repository.js';

@Injectable()
export class ChangePasswordService {
  constructor(
    private readonly users: UserRepository,
    private readonly sessions: SessionRepository,
    private readonly hasher: PasswordHasher,
    @Inject(CONFIG) private readonly config: AuthConfig,
  ) {}

  async change(user: CurrentUser, { current_password, new_password }: ChangePasswordRequest): Promise<void> {
    assertAcceptable(new_password, this.config.PASSWORD_POLICY, '/new_password');
    const account = await this.users.findById(user.id);
    if (!(await this.hasher.matches(current_password, account?.passwordHash)))
      throw new DomainError('invalid_request', 'The current password is not right.', {
        errors: [{ pointer: '/current_password', detail: 'is not the current password' }],
      });
    await this.users.changePassword(user.id, await this.hasher.hash(new_password));
    await this.sessions.revokeOthers(user.id, user.sessionId);
  }
}
