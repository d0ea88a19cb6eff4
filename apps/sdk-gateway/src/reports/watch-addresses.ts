import { StreamLimits } from '@burgee/flag-serving';
import { every } from '@burgee/process-kit';
import { LOGGER } from '@burgee/service-kit/plain';
import { Inject, Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import type { Logger } from 'pino';
import { CONFIG, type SdkGatewayConfig } from '../config.js';
import { streamsOfBusiestAddress } from '../metrics.js';

const EVERY_MILLISECONDS = 15_000;
/** With fewer streams, it does not matter if one address has most of them. */
const MANY = 100;
const ADVICE =
  'if these callers come through a proxy, name it in TRUSTED_PROXIES (or give api-gateway and sdk-gateway one ' +
  'FORWARDING_SECRET); if they share one address by their network, raise STREAMS_PER_ADDRESS_AT_MOST';

/** Whether most streams come from one address, as happens behind a proxy that is not trusted. */
export const sharesOneAddress = ({ all, ofBusiestAddress }: StreamLimits['counts']): boolean =>
  all >= MANY && 2 * ofBusiestAddress > all;

/** Warns when streams count against one address that should count against many. */
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

  /** Warns once each time it becomes so. */
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
