import { SESSION_LIFETIME_SECONDS } from '@burgee/contracts';
import { hashSessionSecret } from '@burgee/session';
import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Repository } from 'typeorm';
import { v7 as uuidv7 } from 'uuid';
import { SessionEntity } from './session.entity.js';

/** Sessions by the clock of the database; a clock that runs wrong on a service changes nothing. */
@Injectable()
export class SessionRepository {
  constructor(@InjectRepository(SessionEntity) private readonly sessions: Repository<SessionEntity>) {}

  async open(userId: string, secret: string, userAgent: string | null): Promise<void> {
    await this.sessions.manager.sql`
      insert into auth.sessions (id, user_id, secret_hash, user_agent, expires_at)
      values (${uuidv7()}, ${userId}, ${hashSessionSecret(secret)}, ${userAgent},
              now() + make_interval(secs => ${SESSION_LIFETIME_SECONDS}))`;
  }

  listLive(userId: string): Promise<SessionEntity[]> {
    return this.sessions
      .createQueryBuilder('session')
      .where('session.user_id = :userId and session.revoked_at is null and session.expires_at > now()', { userId })
      .orderBy('session.created_at', 'DESC')
      .getMany();
  }

  async revokeBySecret(secret: string): Promise<void> {
    await this.sessions.manager.sql`
      update auth.sessions set revoked_at = now()
      where secret_hash = ${hashSessionSecret(secret)} and revoked_at is null`;
  }

  /** @returns whether there was such a session to end */
  async revoke(userId: string, id: string): Promise<boolean> {
    const [, ended] = await this.sessions.manager.sql<[unknown[], number]>`
      update auth.sessions set revoked_at = now()
      where id = ${id} and user_id = ${userId} and revoked_at is null and expires_at > now()`;
    return ended > 0;
  }

  /** Ends all sessions of a user but one. */
  async revokeOthers(userId: string, keptId: string): Promise<void> {
    await this.sessions.manager.sql`
      update auth.sessions set revoked_at = now()
      where user_id = ${userId} and id <> ${keptId} and revoked_at is null`;
  }
}
