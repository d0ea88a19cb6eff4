import { TOKEN_DAYS_AT_MOST } from '@burgee/contracts/wire';
import { RepeatedJob } from '@burgee/service-kit/database';
import { LOGGER } from '@burgee/service-kit/plain';
import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { Logger } from 'pino';
import { DataSource } from 'typeorm';

const EVERY_MILLISECONDS = 60_000;
const DAYS = 7;

/**
 * Notices that a token ends within a week: to the account of a personal one, to the owners of the projects of a service
 * token. Each account gets it once. It goes when the token has ended. Tokens that live no longer than a week end without.
 */
@Injectable()
export class EndingTokens extends RepeatedJob {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    @Inject(LOGGER) logger: Logger,
  ) {
    super('notices of ending tokens', EVERY_MILLISECONDS, logger);
  }

  protected async work(): Promise<void> {
    await this.eachStep({
      notify: () => this.notify(),
      'take back': () => this.takeBack(),
      'delete counts': () => this.deleteCounts(),
    });
  }

  private async notify(): Promise<void> {
    await this.database.sql`
      with ending as (
        select token_id, user_id,
               jsonb_build_object('token_id', token_id, 'token_name', token_name,
                 'ends_at', to_char(expires_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) as about
        from session_read.token_v1
        where expires_at < now() + make_interval(days => ${DAYS}::int)
          and expires_at - created_at > make_interval(days => ${DAYS}::int)
      )
      insert into flags.notices (project_id, user_id, kind, subject_id, about)
      select null, user_id, 'token_ends', token_id, about from ending where user_id is not null
      union all
      (select m.project_id, m.user_id, 'token_ends', e.token_id, e.about
       from ending e
       join access_read.token_member_v1 t on t.token_id = e.token_id
       join flags.members m on m.project_id = t.project_id and m.role = 'owner')
      on conflict do nothing`;
  }

  private async takeBack(): Promise<void> {
    await this.database.sql`
      delete from flags.notices
      where kind = 'token_ends' and subject_id not in (select token_id from session_read.token_v1)`;
  }

  /** A token that has changed nothing for as long as any may live has ended, so its count of changes limits nothing. */
  private async deleteCounts(): Promise<void> {
    await this.database.sql`
      delete from flags.token_changes where updated_at < now() - make_interval(days => ${TOKEN_DAYS_AT_MOST}::int)`;
  }
}
