import type { ServiceSpec } from '@burgee/launcher';
import { FaultProxy } from '@burgee/testing';

/** CommandComplete with the tag COMMIT: what Postgres says when a transaction is on disk. */
const COMMITTED = Buffer.from('C\0\0\0\x0bCOMMIT\0', 'latin1');

/**
 * Notes when Postgres tells flags-admin of a commit, on the way between the two. The timestamp that Postgres itself keeps
 * is taken before it waits for the disk, which no delivery can shorten; the detour through here is counted as delivery.
 */
export class Commits {
  /** The last one, by `performance.now()`. */
  lastAt = 0;
  private proxy: FaultProxy | undefined;

  /** Puts itself between flags-admin and Postgres; other services are left as they are. */
  async overhear(spec: ServiceSpec): Promise<ServiceSpec> {
    if (spec.app !== 'flags-admin') return spec;
    const url = new URL(spec.env.DATABASE_URL ?? '');
    this.proxy = await FaultProxy.to(Number(url.port), (answer) => {
      if (answer.includes(COMMITTED)) this.lastAt = performance.now();
    });
    url.port = String(this.proxy.port);
    return { ...spec, env: { ...spec.env, DATABASE_URL: url.href } };
  }

  async close(): Promise<void> {
    await this.proxy?.close();
  }
}
