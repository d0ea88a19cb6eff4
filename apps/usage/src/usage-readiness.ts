import { Dependencies, type Readiness } from '@burgee/process-kit';
import { DatabaseReadiness } from '@burgee/service-kit/database';
import { Injectable } from '@nestjs/common';

/**
 * Ready means that Postgres answers and NATS accepts the credentials of this service. While NATS is down, clients can
 * still read usage.
 */
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
