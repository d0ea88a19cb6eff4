import { FlagDeletedV1, FlagUpdatedV1, SdkKeyChangedV1, SUBJECTS } from '@burgee/contracts';
import { parsePayload } from '@burgee/messaging';
import { LOGGER } from '@burgee/service-kit';
import { Controller, Inject } from '@nestjs/common';
import { EventPattern, Payload } from '@nestjs/microservices';
import type { Logger } from 'pino';
import { Authority } from '../authority/authority.js';
import { Hub } from '../stream/hub.js';

type Doorbell = FlagUpdatedV1 | FlagDeletedV1 | SdkKeyChangedV1;

/** Whoever rings may be late, early, twice or lying; all that follows is a look at Postgres. */
@Controller()
export class DoorbellController {
  constructor(
    private readonly hub: Hub,
    private readonly authority: Authority,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  @EventPattern<string>(SUBJECTS.flagUpdated.pattern)
  flagUpdated(@Payload() data: unknown): void {
    this.heard(FlagUpdatedV1, data);
  }

  @EventPattern<string>(SUBJECTS.flagDeleted.pattern)
  flagDeleted(@Payload() data: unknown): void {
    this.heard(FlagDeletedV1, data);
  }

  @EventPattern<string>(SUBJECTS.sdkKeyChanged.pattern)
  sdkKeyChanged(@Payload() data: unknown): void {
    if (this.heard(SdkKeyChangedV1, data)) void this.hub.sweep();
  }

  private heard<T extends Doorbell>(shape: new () => T, data: unknown): boolean {
    try {
      const { environment_id } = parsePayload(shape, data);
      this.authority.forget();
      this.hub.ring(environment_id);
      return true;
    } catch (error) {
      this.logger.warn({ err: error }, 'a message that fits no contract was ignored');
      return false;
    }
  }
}
