import type { RegisterRequest } from '@burgee/contracts/http';
import { DomainError } from '@burgee/contracts/wire';
import { violatedConstraint } from '@burgee/process-kit';
import { Inject, Injectable } from '@nestjs/common';
import { v7 as uuidv7 } from 'uuid';
import { type AuthConfig, CONFIG } from '../config.js';
import { assertAcceptable } from '../passwords/assert-acceptable.js';
import { PasswordHasher } from '../passwords/password-hasher.js';
import { UserRepository } from '../persistence/user.repository.js';
import { InvitationQuery } from './invitation.query.js';

export interface RegisteredUser {
  id: string;
  name: string;
  email: string;
  passwordVersion: number;
}

@Injectable()
export class RegistrationService {
  constructor(
    private readonly users: UserRepository,
    private readonly hasher: PasswordHasher,
    private readonly invitations: InvitationQuery,
    @Inject(CONFIG) private readonly config: AuthConfig,
  ) {}

  /** @param address the address of the client */
  async register(
    { name, email, password, confirmPassword, invitation }: RegisterRequest,
    address: string,
  ): Promise<RegisteredUser> {
    const invitationHash = await this.assertMayRegister(invitation);
    if (password !== confirmPassword)
      throw new DomainError(
        'passwords_differ',
        'password and confirmPassword do not match. Enter the same password twice.',
        {
          errors: [{ pointer: '/confirmPassword', detail: 'does not match password' }],
        },
      );
    assertAcceptable(password, this.config.PASSWORD_POLICY, '/password');
    if (await this.users.findByEmail(email)) throw emailTaken();
    const passwordHash = await this.hasher.hash(password, { queue: 'registration', address });
    const user = { id: uuidv7(), name, email, passwordHash };
    try {
      await this.users.insert(user, invitationHash);
    } catch (error) {
      if (violatedConstraint(error) === 'users_invitation_hash') throw invitationUsed();
      if (violatedConstraint(error) === 'users_email_key') throw emailTaken();
      throw error;
    }
    return { ...user, passwordVersion: 1 };
  }

  /**
   * Registration leaves the invitation open: the new user accepts it in the next step. Until then, the stored hash keeps
   * the link from registering another account.
   * @returns the hash of the needed invitation, or null when registration needs none
   */
  private async assertMayRegister(token: string | undefined): Promise<string | null> {
    const mode = this.config.REGISTRATION;
    if (mode === 'open') return null;
    if (mode === 'closed') throw registrationClosed('Registration is closed. Ask an administrator for an account.');
    const invitation = token === undefined ? undefined : await this.invitations.find(token);
    if (!invitation)
      throw registrationClosed('Registration requires an open invitation. Ask a project admin for a new link.');
    if (invitation.isUsed) throw invitationUsed();
    return invitation.hash;
  }
}

function registrationClosed(detail: string): DomainError {
  return new DomainError('registration_closed', detail);
}

function invitationUsed(): DomainError {
  return registrationClosed(
    'An account has already registered with this link. Sign in to it, or ask a project admin for a new link.',
  );
}

function emailTaken(): DomainError {
  return new DomainError('email_taken', 'This email is already registered. Sign in instead.', {
    errors: [{ pointer: '/email', detail: 'is already registered' }],
  });
}
