import { type EventContract, type FlagDeletedV1, type FlagUpdatedV1, SUBJECTS } from '@burgee/contracts/messages';
import { type FlagChange, servedFlag } from '@burgee/contracts/wire';
import type { SourceListener } from '@burgee/flag-serving';
import { Messenger } from '@burgee/messaging';
import { Injectable } from '@nestjs/common';

const CLIENTS_FIRST_MILLISECONDS = 10;

/**
 * Change notifications from NATS. They may be late, duplicated, lost or forged, so they only cause reads of Postgres.
 */
@Injectable()
export class ChangeNotifications {
  constructor(private readonly messenger: Messenger) {}

  /** For `onApplicationBootstrap` and later. */
  subscribe(listener: SourceListener): void {
    this.subscribeTo(SUBJECTS.flagUpdated, listener, ({ flag }) =>
      flag ? { kind: 'flag_updated', data: servedFlag(flag) } : undefined,
    );
    this.subscribeTo(SUBJECTS.flagDeleted, listener, ({ flag_id, key }) => ({
      kind: 'flag_deleted',
      data: { flag_id, key },
    }));
    this.messenger.subscribe(SUBJECTS.sdkKeyChanged, (_, environmentId) => listener.keysChanged(environmentId));
  }

  /**
   * Notifies by the subject only: a read of Postgres does no harm, and clients wait for it. The message is parsed
   * later.
   */
  private subscribeTo<T extends FlagUpdatedV1 | FlagDeletedV1>(
    contract: EventContract<T>,
    listener: SourceListener,
    changeOf: (message: T) => FlagChange | undefined,
  ): void {
    this.messenger.subscribe(contract, (read, environmentId) => {
      listener.changed(environmentId);
      setTimeout(() => {
        const message = read();
        const change = message && changeOf(message);
        // A notification about a large flag does not include it.
        if (!change) return;
        const { environment_id, epoch, revision } = message;
        listener.reported({ environmentId: environment_id, epoch, revision, change });
      }, CLIENTS_FIRST_MILLISECONDS);
    });
  }
}
