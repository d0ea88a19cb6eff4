import type { DataSource } from 'typeorm';
import { START } from '../unit-of-work/start.js';
import type { DueSchedule } from './run-step.service.js';
import { takeTurns } from './take-turns.js';

/** Carried out before the next look. */
const AT_ONCE = 50;
/** Of so many that are due, all are read; of more, each account is asked for its own. */
const FEW = 200;
/** Gone through in one statement: accounts, due or not, and projects of an account that is due. */
const ACCOUNTS_AT_ONCE = 500;
const PROJECTS_AT_ONCE = 100;
/** Accounts whose last turn is remembered. */
const REMEMBERED = 10_000;

interface Waiting {
  id: string;
  account_id: string;
  project_id: string;
}

const byAccount = ({ account_id }: Waiting) => account_id;
const byProject = ({ project_id }: Waiting) => project_id;

/**
 * Chooses whose steps are carried out next: accounts take turns, and so do the projects of each, so that many schedules of one hold up
 * nobody else. No statement goes over all that are due: tenants decide how many these are, and a statement that ends at its time limit
 * would carry out none of anybody's. Where an order by two columns would do, the conditions compare rows and the order names every
 * column of an index: then no other index fits, whatever Postgres believes of one tenant's share of the table.
 */
export class DueSchedules {
  /** The account that was looked at last: the next look begins after it. */
  private account = START;
  /** The project of each account that had the last turn. */
  private readonly projects = new Map<string, string>();

  constructor(private readonly database: DataSource) {}

  /**
   * Those that another replica has are left to it.
   * @param failed wait, and are left out
   * @param isOver ends a look for accounts that takes long; the next one goes on where it ended
   */
  async next(failed: readonly string[], isOver: () => boolean): Promise<DueSchedule[]> {
    const oldest = await this.oldest(failed);
    const chosen =
      oldest.length <= FEW
        ? takeTurns(takeTurns(oldest, byProject), byAccount).slice(0, AT_ONCE)
        : await this.ofAccounts(await this.dueAccounts(isOver), failed);
    return this.database.sql<DueSchedule[]>`
      select s.id, s.project_id, s.flag_id, s.environment_id, s.author_id,
             (select u.name from session_read.user_v1 u where u.user_id = s.author_id) as author_name
      from unnest(${chosen.map(({ id }) => id)}::uuid[]) with ordinality as chosen (id, turn)
      join flags.schedules s on s.id = chosen.id
      order by chosen.turn
      for update of s skip locked`;
  }

  /**
   * One more than a few at most: more may be of one account alone, so they say nothing of whose turn it is. By the time of the
   * statement, with which the index ends where those begin that are not due.
   */
  private oldest(failed: readonly string[]): Promise<Waiting[]> {
    return this.database.sql<Waiting[]>`
      select s.id, s.account_id, s.project_id from flags.schedules s
      where s.status = 'scheduled' and s.next_at <= now() and s.id <> all(${failed}::uuid[])
      order by s.next_at limit ${FEW + 1}::int`;
  }

  /** Accounts that have something due, up to AT_ONCE, from where the last look ended and around. */
  private async dueAccounts(isOver: () => boolean): Promise<string[]> {
    const due = new Set<string>();
    for (let ends = this.account === START ? 1 : 0; ends < 2 && due.size < AT_ONCE && !isOver();) {
      const wanted = AT_ONCE - due.size;
      const page = await this.accountsAfter(this.account, wanted);
      const found = page.filter(({ is_due }) => is_due);
      for (const { account_id } of found) due.add(account_id);
      const isLast = page.length < ACCOUNTS_AT_ONCE && found.length < wanted;
      if (isLast) ends++;
      this.account = isLast ? START : (page.at(-1)?.account_id ?? START);
    }
    return [...due];
  }

  /** Steps from each account to the next one in the index, and ends when it has found as many as are wanted. */
  private accountsAfter(after: string, wanted: number): Promise<{ account_id: string; is_due: boolean }[]> {
    return this.database.sql`
      with recursive account as (
        select ${after}::uuid as account_id, false as is_due, 0 as n, 0 as found
        union all
        select next.account_id, next.is_due, a.n + 1, a.found + next.is_due::int
        from account a cross join lateral (
          select s.account_id, s.next_at <= now() as is_due from flags.schedules s
          where s.status = 'scheduled' and s.account_id > a.account_id
          order by s.account_id, s.next_at limit 1
        ) next
        where a.n < ${ACCOUNTS_AT_ONCE}::int and a.found < ${wanted}::int
      )
      select account_id, is_due from account where n > 0 order by n`;
  }

  /**
   * The same share of each account, from its projects in turn: it steps from project to project, beginning after the one that had the
   * last turn, until it is around.
   */
  private async ofAccounts(accounts: readonly string[], failed: readonly string[]): Promise<Waiting[]> {
    const share = Math.ceil(AT_ONCE / Math.max(1, accounts.length));
    const rows = await this.database.sql<(Omit<Waiting, 'id'> & { id: string | null })[]>`
      select a.account_id, turns.project_id, turns.id
      from unnest(${accounts}::uuid[], ${accounts.map((id) => this.projects.get(id) ?? START)}::uuid[]) with ordinality
        as a (account_id, last, turn)
      cross join lateral (
        with recursive project as (
          select a.last as project_id, null::uuid as first, 0 as n
          union all
          select next.project_id, coalesce(p.first, next.project_id), p.n + 1
          from project p cross join lateral (
            select coalesce(
              (select one.project_id from (
                 select s.account_id, s.project_id from flags.schedules s
                 where s.status = 'scheduled' and (s.account_id, s.project_id) > (a.account_id, p.project_id)
                 order by s.account_id, s.project_id limit 1) one
               where one.account_id = a.account_id),
              (select one.project_id from (
                 select s.account_id, s.project_id from flags.schedules s
                 where s.status = 'scheduled' and (s.account_id, s.project_id) > (a.account_id, ${START}::uuid)
                 order by s.account_id, s.project_id limit 1) one
               where one.account_id = a.account_id)) as project_id
          ) next
          where p.n < ${PROJECTS_AT_ONCE}::int and next.project_id is distinct from p.first
        )
        select project.project_id, project.n, due.id, due.turn
        from project left join lateral (
          select one.id, row_number() over (order by one.next_at) as turn from (
            select s.id, s.account_id, s.project_id, s.next_at from flags.schedules s
            where s.status = 'scheduled' and (s.account_id, s.project_id) >= (a.account_id, project.project_id)
              and s.id <> all(${failed}::uuid[])
            order by s.account_id, s.project_id, s.next_at limit ${share}::int
          ) one
          where one.account_id = a.account_id and one.project_id = project.project_id and one.next_at <= now()
        ) due on true
        where project.n > 0
        order by due.turn nulls last, case when due.id is null then -project.n else project.n end
        limit ${share}::int
      ) turns
      order by a.turn, turns.turn nulls last, case when turns.id is null then -turns.n else turns.n end`;
    const waiting = rows.filter((row): row is Waiting => row.id !== null);
    const chosen = takeTurns(waiting, byAccount).slice(0, AT_ONCE);
    this.remember(rows, chosen);
    return chosen;
  }

  /** Where nothing was due in as many projects as were gone through, the next look goes on after the last of them. */
  private remember(rows: readonly Omit<Waiting, 'id'>[], chosen: readonly Waiting[]): void {
    for (const { account_id, project_id } of [...rows.toReversed(), ...chosen]) {
      this.projects.delete(account_id);
      this.projects.set(account_id, project_id);
    }
    for (const account of this.projects.keys()) {
      if (this.projects.size <= REMEMBERED) break;
      this.projects.delete(account);
    }
  }
}
