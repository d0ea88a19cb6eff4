import type { FlagSource } from '../source/flag-source.js';
import type { AccessEvents, FollowedChannel } from './access-events.js';
import type { StreamOptions } from './stream-options.js';

/** Of those whose access has changed, and of all others: as many at once as leave the source free again soon. */
const AT_ONCE = 200;

/**
 * Compares keys and origins of environments with the source, beside their flags: a tag is made of all keys of an environment, which
 * takes long where many environments are followed. A bounded number at a time, one after the other.
 */
export class AccessComparison {
  /** Of these, keys or origins have changed, as somebody says. They wait for no others. */
  private readonly notified = new Set<string>();
  /** Those that have waited for longest first. */
  private readonly waiting = new Set<string>();
  private isComparing = false;
  private comparing = Promise.resolve();

  constructor(
    private readonly source: Pick<FlagSource, 'compareAccess'>,
    private readonly events: Pick<AccessEvents, 'followed' | 'tell' | 'tellUnknown'>,
    private readonly channels: Pick<ReadonlyMap<string, FollowedChannel>, 'has' | 'get'>,
    private readonly logger: StreamOptions['logger'],
  ) {}

  /** This environment is compared first when it is begun. */
  notify(environmentId: string): void {
    if (this.channels.has(environmentId)) this.notified.add(environmentId);
  }

  /** Those that wait already keep their places. */
  begin(channels: Iterable<FollowedChannel>): void {
    for (const environmentId of this.events.followed(channels).keys()) this.waiting.add(environmentId);
    if (!this.isComparing) this.comparing = this.compareAll();
  }

  /** Resolves when all that was begun is compared. */
  get ended(): Promise<void> {
    return this.comparing;
  }

  private async compareAll(): Promise<void> {
    this.isComparing = true;
    for (let ids = this.take(); ids.size > 0; ids = this.take())
      await this.compare([...ids].flatMap((id) => this.channels.get(id) ?? []));
    this.isComparing = false;
  }

  /** Some of both: however many are notified of, the others have their turn. */
  private take(): ReadonlySet<string> {
    const ids = new Set([...firstOf(this.notified), ...firstOf(this.waiting)]);
    for (const id of ids) {
      this.notified.delete(id);
      this.waiting.delete(id);
    }
    return ids;
  }

  private async compare(channels: readonly FollowedChannel[]): Promise<void> {
    const followed = this.events.followed(channels);
    if (followed.size === 0) return;
    try {
      this.events.tell(channels, await this.source.compareAccess(followed));
    } catch (error) {
      this.logger.debug({ err: error }, 'comparing access failed, retrying');
      this.events.tellUnknown(channels);
    }
  }
}

function* firstOf(ids: Iterable<string>): Generator<string> {
  let taken = 0;
  for (const id of ids) {
    if (taken++ === AT_ONCE) return;
    yield id;
  }
}
