import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';

/** Reads from flags-admin's view whether an invitation is open. */
@Injectable()
export class InvitationQuery {
  constructor(@InjectDataSource() private readonly database: DataSource) {}

  async isOpen(token: string): Promise<boolean> {
    const hash = createHash('sha256').update(token).digest('hex');
    const rows = await this.database.sql<unknown[]>`
      select 1 from flags.open_invitation_v1 where token_hash = ${hash}`;
    return rows.length > 0;
  }
}
