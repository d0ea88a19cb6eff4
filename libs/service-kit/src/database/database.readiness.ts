import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { Dependencies } from '../health/dependencies.js';
import type { Readiness } from '../health/readiness.js';

/** Ready = Postgres answers. For the services that can do nothing without it. */
@Injectable()
export class DatabaseReadiness implements Readiness {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly dependencies: Dependencies,
  ) {}

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
}
