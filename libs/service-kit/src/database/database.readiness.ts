import { Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { Dependencies } from '../health/dependencies.js';
import type { Readiness } from '../health/readiness.js';

const LOOK_EVERY_MILLISECONDS = 1_000;

/** Ready = Postgres answers. For the services that can do nothing without it; it is also looked after for /status. */
@Injectable()
export class DatabaseReadiness implements Readiness, OnApplicationBootstrap, OnApplicationShutdown {
  private timer: NodeJS.Timeout | undefined;
  private stopped = false;

  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly dependencies: Dependencies,
  ) {
    dependencies.expect('postgres');
  }

  onApplicationBootstrap(): void {
    void this.look();
  }

  onApplicationShutdown(): void {
    this.stopped = true;
    clearTimeout(this.timer);
  }

  async isReady(): Promise<boolean> {
    try {
      await this.database.sql`select 1`;
      this.dependencies.up('postgres');
      return true;
    } catch (error) {
      this.dependencies.down('postgres', error);
      return false;
    }
  }

  private async look(): Promise<void> {
    await this.isReady();
    if (!this.stopped) this.timer = setTimeout(() => void this.look(), LOOK_EVERY_MILLISECONDS).unref();
  }
}
