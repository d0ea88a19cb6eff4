import { Dependencies, type Readiness } from '@burgee/process-kit';
import { DatabaseReadiness } from '@burgee/service-kit/database';
import { Injectable } from '@nestjs/common';

/**
 * Ready = Postgres answers, and NATS does not refuse this service. While NATS is down, audit entries can still be read; with
 * credentials that NATS refuses, none is ever recorded until somebody acts, so a rollout of them has to stop.
 */
@Injectable()
export class AuditReadiness implements Readiness {
  constructor(
    private readonly database: DatabaseReadiness,
    private readonly dependencies: Dependencies,
  ) {}

  async obstacle(): Promise<string | undefined> {
    const obstacle = await this.database.obstacle();
    return obstacle ?? (this.dependencies.refuses('nats') ? 'nats refuses the connection' : undefined);
  }
}
