import {
  type EventContract,
  type FlagChange,
  type FlagDeletedV1,
  type FlagUpdatedV1,
  servedFlag,
  SUBJECTS,
} from '@burgee/contracts';
import { Messenger } from '@burgee/messaging';
import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { Authority } from '../authority/authority.js';
import { KnownGoodAnswers } from '../flag-sets/known-good.js';
import { Hub } from '../stream/hub.js';

const CLIENTS_FIRST_MILLISECONDS = 10;

/** Whoever rings may be late, early, twice or lying; all that follows is a look at Postgres. */
@Injectable()
export class Doorbells implements OnApplicationBootstrap {
  constructor(
    private readonly messenger: Messenger,
    private readonly hub: Hub,
    private readonly authority: Authority,
    private readonly known: KnownGoodAnswers,
  ) {}

  onApplicationBootstrap(): void {
    this.hearChanges(SUBJECTS.flagUpdated, ({ flag }) => ({ kind: 'flag_updated', data: servedFlag(flag) }));
    this.hearChanges(SUBJECTS.flagDeleted, ({ flag_id, key }) => ({ kind: 'flag_deleted', data: { flag_id, key } }));
    this.messenger.subscribe(SUBJECTS.sdkKeyChanged, () => {
      this.authority.forget();
      void this.hub.sweep();
    });
  }

  /** Looks by the subject alone: a look does no harm, and clients wait for it. Nobody waits for the message to be read. */
  private hearChanges<T extends FlagUpdatedV1 | FlagDeletedV1>(
    contract: EventContract<T>,
    changeOf: (message: T) => FlagChange,
  ): void {
    this.messenger.subscribe(contract, (read, environmentId) => {
      this.authority.forget();
      this.hub.ring(environmentId);
      setTimeout(() => {
        const message = read();
        if (message) this.remember(message, changeOf(message));
      }, CLIENTS_FIRST_MILLISECONDS);
    });
  }

  /** For the day Postgres cannot be asked, and for no other. */
  private remember({ environment_id, epoch, revision }: FlagUpdatedV1 | FlagDeletedV1, change: FlagChange): void {
    this.known.hear({ environmentId: environment_id, epoch, revision, change });
  }
}
