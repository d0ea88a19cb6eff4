import { Dependencies, type Readiness } from '@burgee/process-kit';
import { DatabaseReadiness } from '@burgee/service-kit/database';
import { Injectable } from '@nestjs/common';

/** Ready = Postgres answers, and NATS does not refuse this service: while NATS is down, usage can still be read. */
@Injectable()
export class UsageReadiness implements Readiness {
  constructor(
    private readonly database: DatabaseReadiness,
    private readonly dependencies: Dependencies,
  ) {}

  async obstacle(): Promise<string | undefined> {
    const obstacle = await this.database.obstacle();
    return obstacle ?? (this.dependencies.refuses('nats') ? 'nats refuses the connection' : undefined);
  }
}
