import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Repository } from 'typeorm';
import { UserEntity } from './user.entity.js';

/** Emails are compared trimmed and in lower case. */
export function emailKey(email: string): string {
  return email.trim().toLowerCase();
}

@Injectable()
export class UserRepository {
  constructor(@InjectRepository(UserEntity) private readonly users: Repository<UserEntity>) {}

  findByEmail(email: string): Promise<UserEntity | null> {
    return this.users.findOneBy({ emailKey: emailKey(email) });
  }

  findById(id: string): Promise<UserEntity | null> {
    return this.users.findOneBy({ id });
  }

  async insert(user: Omit<UserEntity, 'emailKey'>): Promise<void> {
    await this.users.insert({ ...user, emailKey: emailKey(user.email) });
  }

  async changePassword(id: string, passwordHash: string): Promise<void> {
    await this.users.update({ id }, { passwordHash });
  }
}
