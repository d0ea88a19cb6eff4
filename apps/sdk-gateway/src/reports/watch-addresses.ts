import { StreamLimits } from '@burgee/flag-serving';
import { every } from '@burgee/process-kit';
import { LOGGER } from '@burgee/service-kit/plain';
import { Inject, Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import type { Logger } from 'pino';
import { CONFIG, type SdkGatewayConfig } from '../config.js';
import { streamsOfBusiestAddress } from '../metrics.js';

const EVERY_MILLISECONDS = 15_000;
/** With fewer streams than this, it is nobody's trouble if one address has most. */
const MANY = 100;
const ADVICE =
  'if these callers come through a proxy, name it in TRUSTED_PROXIES (or give api-gateway and sdk-gateway one ' +
  'FORWARDING_SECRET); if they share one address by their network, raise STREAMS_PER_ADDRESS_AT_MOST';

/** Whether most streams come from one address, as they seem to when a proxy in front is not trusted. */
export const sharesOneAddress = ({ all, ofBusiestAddress }: StreamLimits['counts']): boolean =>
  all >= MANY && 2 * ofBusiestAddress > all;

/** Tells when streams are counted for one address that should be counted for many. */
@Injectable()
export class WatchAddresses implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly watching = every(EVERY_MILLISECONDS, () => this.look());
  private hasWarned = false;

  constructor(
    private readonly limits: StreamLimits,
    @Inject(CONFIG) private readonly config: Pick<SdkGatewayConfig, 'TRUSTED_PROXIES' | 'FORWARDING_SECRET'>,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  onApplicationBootstrap(): void {
    const { TRUSTED_PROXIES, FORWARDING_SECRET } = this.config;
    if (TRUSTED_PROXIES === 'none' && FORWARDING_SECRET === undefined)
      this.logger.warn(
        'TRUSTED_PROXIES is none and FORWARDING_SECRET is not set: all who come through a proxy or api-gateway count as one address',
      );
  }

  onApplicationShutdown(): void {
    this.watching.stop();
  }

  /** Once for each time that it becomes so. */
  look(): void {
    const { counts } = this.limits;
    streamsOfBusiestAddress.set(counts.ofBusiestAddress);
    const shares = sharesOneAddress(counts);
    if (shares && !this.hasWarned)
      this.logger.warn(
        { streams: counts.all, of_one_address: counts.ofBusiestAddress },
        `most streams share one address: ${ADVICE}`,
      );
    this.hasWarned = shares;
  }
}
