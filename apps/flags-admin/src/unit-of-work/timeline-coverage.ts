import { LOGGER } from '@burgee/service-kit';
import { Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { Logger } from 'pino';
import { DataSource } from 'typeorm';

/** Warns at the start when this Postgres cannot name its timeline, because then promotions go unnoticed. */
@Injectable()
export class TimelineCoverage implements OnApplicationBootstrap {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    @Inject(LOGGER) private readonly logger: Pick<Logger, 'warn' | 'debug'>,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    try {
      const [row] = await this.database.sql<{ timeline: string }[]>`select flags.current_timeline() as timeline`;
      if (row?.timeline === '')
        this.logger.warn(
          'postgres cannot name its timeline, promoting a standby is not covered: see docs/operate/deploy.md',
        );
    } catch (error) {
      this.logger.debug({ err: error }, 'asking postgres for its timeline failed');
    }
  }
}
