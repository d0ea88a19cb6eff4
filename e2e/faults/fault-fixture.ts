import {
  aFlag,
  AWAITED_MILLISECONDS,
  type ServiceResponse,
  aProject,
  type Flag,
  type Project,
  eventually,
  startTestCluster,
  type TestCluster,
  type TestClusterOptions,
} from '@burgee/testing';
import pg from 'pg';

/** Hundreds of concurrent reads that retried sooner would keep a busy machine busy. */
const READ_AGAIN_AFTER_MILLISECONDS = 250;

/** A cluster with one project and one flag, whose first environment is what tests read and change. */
export class FaultFixture {
  constructor(
    readonly cluster: TestCluster,
    readonly project: Project,
    readonly flag: Flag,
  ) {}

  /** Starts a cluster and makes what `build` returns of it; when that fails, stops the cluster. */
  protected static async of<Fixture extends FaultFixture>(
    options: TestClusterOptions,
    build: (cluster: TestCluster, project: Project, flag: Flag) => Fixture | Promise<Fixture>,
  ): Promise<Fixture> {
    const cluster = await startTestCluster(options);
    try {
      const project = await aProject(cluster.url);
      return await build(cluster, project, await aFlag(project));
    } catch (error) {
      await cluster.stop();
      throw error;
    }
  }

  get key(): { 'x-sdk-key': string } {
    return { 'x-sdk-key': this.project.development.sdk_key };
  }

  /** The path of the flag's value in the environment. */
  get valuePath(): string {
    return `/api/flags/${this.flag.id}/environments/${this.project.development.id}`;
  }

  read(replica = 0, headers: object = {}): Promise<ServiceResponse> {
    return this.cluster.gateways[replica]!.get('/api/v1/flags', { ...this.key, ...headers });
  }

  /**
   * An answer that is not marked as stale. While Postgres is up, answers are stale only if a busy machine exceeded the
   * limit of a check: then this retries.
   */
  readFresh(replica = 0): Promise<ServiceResponse> {
    return eventually(
      async () => {
        const answer = await this.read(replica);
        const freshness = answer.headers['burgee-freshness'];
        if (answer.status !== 200 || freshness !== undefined)
          throw new Error(`answered ${answer.status}, ${freshness}`);
        return answer;
      },
      AWAITED_MILLISECONDS,
      READ_AGAIN_AFTER_MILLISECONDS,
    );
  }

  readAllFresh(): Promise<ServiceResponse[]> {
    return Promise.all(this.cluster.gateways.map((_, replica) => this.readFresh(replica)));
  }

  /** Asks the database as its superuser. */
  async query<T extends object>(sql: string, values: unknown[] = []): Promise<T[]> {
    const client = new pg.Client({ connectionString: this.cluster.databaseUrl });
    await client.connect();
    try {
      return (await client.query<T>(sql, values)).rows;
    } finally {
      await client.end();
    }
  }

  /** A number of a service's metrics, by its name and labels without `burgee_`; NaN where there is none. */
  async metric(service: string, name: string): Promise<number> {
    const text = await (await fetch(`${this.cluster.services[service]!.opsUrl}/metrics`)).text();
    const line = text.split('\n').find((one) => one.startsWith(`burgee_${name} `));
    return Number(line?.split(' ').at(-1));
  }

  stop(): Promise<void> {
    return this.cluster.stop();
  }
}
