import { DomainError } from '@burgee/contracts/wire';
import { addressSite, FairQueue } from '@burgee/process-kit';
import type { FastifyRequest } from 'fastify';

/** Bytes of an organization's addresses: a switch has fifty, and the largest import comes three times at once. */
const OF_SITE = { perSecond: 4_000_000, burst: 40_000_000, atOnce: Infinity, atOnceOfOne: Infinity };
/** Bytes up to which a body is nothing beside its request, and requests have a limit of their own. */
const SMALL = 4_096;

const overdrawn = (owedMs: number) => {
  const retryAfterSeconds = Math.ceil(owedMs / 1_000);
  return new DomainError(
    'too_many_requests',
    `One address may send ${OF_SITE.perSecond / 1_000_000} MB in a second, and ${OF_SITE.burst / 1_000_000} MB at once, in bodies of ` +
      `more than ${SMALL / 1_024} kB, and yours has sent more. Try again in ${retryAfterSeconds} s.`,
    { retryAfterSeconds },
  );
};

/** What large bodies cost the network that sends them. Each is read and sent on before anybody is asked whose it is. */
export class BodyBudget {
  private readonly sites = new FairQueue(OF_SITE);

  /**
   * @returns spends bytes of the body that begins
   * @throws too_many_requests when its network has sent too many
   */
  begin({ ip, headers }: Pick<FastifyRequest, 'ip' | 'headers'>): (bytes: number) => void {
    const isSmall = Number(headers['content-length']) <= SMALL;
    if (isSmall) return () => undefined;
    const site = addressSite(ip);
    const owedMs = this.sites.owedMsOf(site);
    if (owedMs > 0) throw overdrawn(owedMs);
    return (bytes) => this.sites.spend(site, bytes);
  }
}
