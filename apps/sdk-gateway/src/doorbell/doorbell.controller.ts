import {
  type FlagChange,
  FlagDeletedV1,
  FlagUpdatedV1,
  SdkKeyChangedV1,
  servedFlag,
  SUBJECTS,
} from '@burgee/contracts';
import { parsePayload } from '@burgee/messaging';
import { LOGGER } from '@burgee/service-kit';
import { Controller, Inject } from '@nestjs/common';
import { EventPattern, Payload } from '@nestjs/microservices';
import type { Logger } from 'pino';
import { Authority } from '../authority/authority.js';
import { KnownGoodAnswers } from '../flag-sets/known-good.js';
import { Hub } from '../stream/hub.js';

const CLIENTS_FIRST_MILLISECONDS = 10;

type Doorbell = FlagUpdatedV1 | FlagDeletedV1 | SdkKeyChangedV1;

const environmentIdOf = (data: unknown) => String((data as Partial<Doorbell> | null)?.environment_id);

/** Whoever rings may be late, early, twice or lying; all that follows is a look at Postgres. */
@Controller()
export class DoorbellController {
  constructor(
    private readonly hub: Hub,
    private readonly authority: Authority,
    private readonly known: KnownGoodAnswers,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  @EventPattern<string>(SUBJECTS.flagUpdated.pattern)
  flagUpdated(@Payload() data: unknown): void {
    this.ring(data);
    this.readLater(FlagUpdatedV1, data, (message) =>
      this.remember(message, { kind: 'flag_updated', data: servedFlag(message.flag) }),
    );
  }

  @EventPattern<string>(SUBJECTS.flagDeleted.pattern)
  flagDeleted(@Payload() data: unknown): void {
    this.ring(data);
    this.readLater(FlagDeletedV1, data, (message) =>
      this.remember(message, { kind: 'flag_deleted', data: { flag_id: message.flag_id, key: message.key } }),
    );
  }

  @EventPattern<string>(SUBJECTS.sdkKeyChanged.pattern)
  sdkKeyChanged(@Payload() data: unknown): void {
    this.ring(data);
    if (this.read(SdkKeyChangedV1, data)) void this.hub.sweep();
  }

  /** Before the message is held against its contract: a look does no harm, and clients wait for it. */
  private ring(data: unknown): void {
    this.authority.forget();
    this.hub.ring(environmentIdOf(data));
  }

  /** When the clients have most likely been told: nobody waits for this. */
  private readLater<T extends Doorbell>(shape: new () => T, data: unknown, use: (message: T) => void): void {
    setTimeout(() => {
      const message = this.read(shape, data);
      if (message) use(message);
    }, CLIENTS_FIRST_MILLISECONDS);
  }

  private read<T extends Doorbell>(shape: new () => T, data: unknown): T | undefined {
    try {
      return parsePayload(shape, data);
    } catch (error) {
      this.logger.warn({ err: error }, 'a message that fits no contract was ignored');
      return undefined;
    }
  }

  /** For the day Postgres cannot be asked, and for no other. */
  private remember({ environment_id, epoch, revision }: FlagUpdatedV1 | FlagDeletedV1, change: FlagChange): void {
    this.known.hear({ environmentId: environment_id, epoch, revision, change });
  }
}
