import { DomainError, type RegisterRequest } from '@burgee/contracts';
import { violatedConstraint } from '@burgee/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import { v7 as uuidv7 } from 'uuid';
import { type AuthConfig, CONFIG } from '../config.js';
import { assertAcceptable } from '../passwords/assert-acceptable.js';
import { PasswordHasher } from '../passwords/password-hasher.js';
import { UserRepository } from '../persistence/user.repository.js';

export interface RegisteredUser {
  id: string;
  name: string;
  email: string;
}

@Injectable()
export class RegisterService {
  constructor(
    private readonly users: UserRepository,
    private readonly hasher: PasswordHasher,
    @Inject(CONFIG) private readonly config: AuthConfig,
  ) {}

  async register({ name, email, password, confirmPassword }: RegisterRequest): Promise<RegisteredUser> {
    if (password !== confirmPassword)
      throw new DomainError('passwords_differ', 'password and confirmPassword differ. Type the same one twice.', {
        errors: [{ pointer: '/confirmPassword', detail: 'differs from password' }],
      });
    assertAcceptable(password, this.config.PASSWORD_POLICY, '/password');
    if (await this.users.findByEmail(email)) throw emailTaken();
    const user = { id: uuidv7(), name, email, passwordHash: await this.hasher.hash(password) };
    try {
      await this.users.insert(user);
    } catch (error) {
      if (violatedConstraint(error) === 'users_email_key') throw emailTaken();
      throw error;
    }
    return user;
  }
}

function emailTaken(): DomainError {
  return new DomainError('email_taken', 'This email is already registered. Sign in instead.', {
    errors: [{ pointer: '/email', detail: 'is already registered' }],
  });
}
