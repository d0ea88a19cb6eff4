import { Dependencies, every, type Readiness, type Repetition } from '@burgee/process-kit';
import { Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';

const CHECK_EVERY_MILLISECONDS = 1_000;

/** Ready = Postgres responds and is no standby, for services that need it. Also reports its state for /status. */
@Injectable()
export class DatabaseReadiness implements Readiness, OnApplicationBootstrap, OnApplicationShutdown {
  private checks: Repetition | undefined;

  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly dependencies: Dependencies,
  ) {
    dependencies.expect('postgres');
  }

  onApplicationBootstrap(): void {
    const check = async () => void (await this.obstacle());
    void check();
    this.checks = every(CHECK_EVERY_MILLISECONDS, check);
  }

  onApplicationShutdown(): void {
    this.checks?.stop();
  }

  async obstacle(): Promise<string | undefined> {
    try {
      const [row] = await this.database.sql<{ standby: boolean }[]>`select pg_is_in_recovery() as standby`;
      if (row?.standby) throw Object.assign(new Error('postgres is a standby'), { code: '25006' });
      this.dependencies.up('postgres');
      return undefined;
    } catch (error) {
      this.dependencies.down('postgres', error);
      return 'postgres is down';
    }
  }
}
