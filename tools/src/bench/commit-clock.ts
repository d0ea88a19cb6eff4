import pg from 'pg';

const CHANNEL = 'bench_commit';

/**
 * When Postgres commits a change, by this process's clock. A trigger on the outbox notifies a listener; Postgres sends a
 * notification after the commit is on disk, at the moment at which it also answers flags-admin.
 */
export class CommitClock {
  private constructor(private readonly client: pg.Client) {}

  static async start(postgresUrl: string): Promise<CommitClock> {
    const client = new pg.Client({ connectionString: postgresUrl });
    await client.connect();
    await client.query(`
      create function public.${CHANNEL}() returns trigger language plpgsql as
        $$ begin perform pg_notify('${CHANNEL}', ''); return null; end $$;
      create trigger ${CHANNEL} after insert on flags.outbox for each statement execute function public.${CHANNEL}();
      listen ${CHANNEL};`);
    return new CommitClock(client);
  }

  /** Makes a change. @returns when it was committed, by `performance.now()` */
  async of(change: () => Promise<unknown>): Promise<number> {
    const committed = new Promise<number>((resolve) =>
      this.client.once('notification', () => resolve(performance.now())),
    );
    await change();
    return committed;
  }

  stop(): Promise<void> {
    return this.client.end();
  }
}
