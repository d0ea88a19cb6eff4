import { type AccountView, decodePageStart, encodeCursor, type ListAccountsQuery } from '@burgee/contracts/http';
import { notFound } from '@burgee/service-kit';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';

const PAGE = 100;

type AccountRow = Omit<AccountView, 'created_at' | 'last_sign_in_at' | 'disabled_at'> &
  Record<'last_sign_in_at' | 'disabled_at', Date | null> & { created_at: Date };

const toView = ({ created_at, last_sign_in_at, disabled_at, ...row }: AccountRow): AccountView => ({
  ...row,
  created_at: created_at.toISOString(),
  last_sign_in_at: last_sign_in_at?.toISOString() ?? null,
  disabled_at: disabled_at?.toISOString() ?? null,
});

interface AccountPage {
  accounts: AccountView[];
  /** The cursor of the next page; undefined on the last. */
  next?: string;
}

const likePattern = (search: string) => `%${search.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;

@Injectable()
export class AccountQuery {
  constructor(@InjectDataSource() private readonly database: DataSource) {}

  /** Newest first. */
  async list({ search, only, cursor, limit = PAGE }: ListAccountsQuery): Promise<AccountPage> {
    const start = cursor === undefined ? null : decodePageStart(cursor);
    const pattern = search === undefined ? null : likePattern(search);
    const rows = await this.database.sql<AccountRow[]>`
      select * from (
        select u.id, u.name, u.email, date_trunc('milliseconds', u.created_at) as created_at,
               u.last_sign_in_at, u.last_sign_in_by, u.disabled_at,
               u.administrator_since is not null or l.user_id is not null as is_administrator,
               l.user_id is not null as is_listed
        from auth.users u left join auth.listed_administrators l on l.user_id = u.id
        where u.removed_at is null
      ) account
      where (${pattern}::text is null or name ilike ${pattern} or email ilike ${pattern})
        and (${only ?? null}::text is null
             or (${only ?? null} = 'administrators' and is_administrator)
             or (${only ?? null} = 'disabled' and disabled_at is not null))
        and (${start?.id ?? null}::uuid is null
             or (created_at, id) < (${start?.createdAt ?? null}::timestamptz, ${start?.id ?? null}::uuid))
      order by created_at desc, id desc
      limit ${limit + 1}`;
    const accounts = rows.slice(0, limit).map(toView);
    const last = accounts.at(-1);
    const hasNext = rows.length > limit;
    return { accounts, ...(hasNext && last && { next: encodeCursor([last.created_at, last.id]) }) };
  }

  /** Whether the address of the account is proved, and must be, and whether notices are mailed to it. */
  async mail(id: string): Promise<{ verification: 'done' | 'required' | 'open'; noticeMails: boolean }> {
    const [row] = await this.database.sql<{ verification: 'done' | 'required' | 'open'; noticeMails: boolean }[]>`
      select case when email_verified_at is not null then 'done' when must_verify_email then 'required' else 'open' end
               as verification, notice_mails as "noticeMails"
      from auth.users where id = ${id}`;
    return row ?? { verification: 'open', noticeMails: true };
  }

  /** @throws not_found */
  async find(id: string): Promise<AccountView> {
    const [row] = await this.database.sql<AccountRow[]>`
      select u.id, u.name, u.email, u.created_at, u.last_sign_in_at, u.last_sign_in_by, u.disabled_at,
             u.administrator_since is not null or l.user_id is not null as is_administrator,
             l.user_id is not null as is_listed
      from auth.users u left join auth.listed_administrators l on l.user_id = u.id
      where u.id = ${id} and u.removed_at is null`;
    if (!row) throw notFound();
    return toView(row);
  }
}
