import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager } from 'typeorm';

/** Reads from flags-admin's view whether an invitation is open, and whether an account has registered with it. */
@Injectable()
export class InvitationQuery {
  constructor(@InjectDataSource() private readonly database: DataSource) {}

  /** @param token of the invitation's link, or of one in its mail. Undefined when no such invitation is open. */
  async find(
    token: string,
    manager: Pick<EntityManager, 'sql'> = this.database,
  ): Promise<{ hash: string; isUsed: boolean } | undefined> {
    const hash = createHash('sha256').update(token).digest('hex');
    const [row] = await manager.sql<{ hash: string; isUsed: boolean }[]>`
      select token_hash as hash, exists (select from auth.users where invitation_hash = token_hash) as "isUsed"
      from flags.open_invitation_v1
      where token_hash = coalesce(
        (select invitation_hash from auth.mailed_invitations where link_hashes @> array[${hash}]::text[]), ${hash})`;
    return row;
  }
}
