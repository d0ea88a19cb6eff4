import { DomainError } from '@burgee/contracts/wire';
import { Tally } from '../tally.js';
import type { ServingMetrics } from '../serving-metrics.js';
import type { FileDescriptors } from './file-descriptors.js';

const FULL_FOR_SECONDS = 30;
/** Another replica answers at once. */
const CLOSING_FOR_SECONDS = 4;

/** Whom a stream counts for. */
export interface StreamHolder {
  account: string;
  keyHash: string;
  address: string;
  /** Those that the address is in. */
  networks: readonly string[];
}

export interface StreamLimitSettings {
  total: number;
  perKey: number;
  perAddress: number;
}

/** One of the streams that may be open. */
export interface StreamSlot {
  /** Gives it back, once, however often it is called. */
  release: () => void;
}

/** Why a stream is refused. */
type Reason = 'closing' | 'queue' | 'total' | 'key' | 'address' | 'account' | 'network' | 'part-of-account';

const DETAILS: Record<Reason, string> = {
  closing: 'This replica is stopping. Connect again to reach another one.',
  queue: 'Too many streams are opening at once.',
  total: 'This replica has no room for more streams. Operators can add a replica.',
  account:
    "The account of this project has used its share of this replica's streams. Operators can add a replica or raise STREAMS_AT_MOST.",
  network:
    "Your network has used its share of this replica's streams. Operators can add a replica or raise STREAMS_AT_MOST.",
  'part-of-account':
    "This SDK key or your network has used its share of the account's streams on this replica. Operators can add a replica or raise STREAMS_AT_MOST.",
  key: 'This SDK key has too many open streams. Close or share some. Operators can raise STREAMS_PER_KEY_AT_MOST.',
  address: 'Your address has too many open streams. Share one. Behind a proxy, operators name it in TRUSTED_PROXIES.',
};

/**
 * How many streams there may be: of a key, from an address, in all. Beside that an account, and a network, may have as many as are
 * left: half of all when nobody else is there, and others half of the rest. So none of them takes what others need, with however
 * many keys and addresses. In the same way a key, and a network, may have of an account's streams as many as are left of its share:
 * the key of a page is public, and who opens streams with it takes none from the account's servers and other visitors.
 */
export class StreamLimits {
  private isClosed = false;
  private readonly byKey = new Tally();
  private readonly byAddress = new Tally();
  private readonly byAccount = new Tally();
  private readonly byNetwork = new Tally();
  private readonly byNetworkOfAccount = new Tally();
  private total = 0;

  constructor(
    private readonly settings: StreamLimitSettings,
    private readonly descriptors: Pick<FileDescriptors, 'forStreams'>,
    private readonly metrics: Pick<ServingMetrics, 'streamRefused'>,
  ) {}

  /** From now on no stream is admitted. */
  close(): void {
    this.isClosed = true;
  }

  get closed(): boolean {
    return this.isClosed;
  }

  /** How many streams there are, and how many of them come from the one address that has most. */
  get counts(): { all: number; ofBusiestAddress: number } {
    return { all: this.total, ofBusiestAddress: this.byAddress.most };
  }

  /** @throws streams_busy or too_many_streams, with the time to wait */
  take(holder: StreamHolder): StreamSlot {
    const reason = this.reasonAgainst(holder);
    if (reason) {
      const spread = reason === 'closing' ? CLOSING_FOR_SECONDS : FULL_FOR_SECONDS;
      throw this.refusal(reason, 1 + Math.floor(Math.random() * spread));
    }
    this.count(holder, 1);
    let taken = true;
    const release = () => {
      if (!taken) return;
      taken = false;
      this.count(holder, -1);
    };
    return { release };
  }

  /** For a request that got no seat. @returns streams_busy */
  queueIsFull(retryAfterSeconds: number): DomainError {
    return this.refusal('queue', retryAfterSeconds);
  }

  private reasonAgainst({ account, keyHash, address, networks }: StreamHolder): Reason | undefined {
    if (this.isClosed) return 'closing';
    const { total, perKey, perAddress } = this.settings;
    const room = Math.min(total, this.descriptors.forStreams);
    if (this.total >= room) return 'total';
    if (this.byKey.of(keyHash) >= perKey) return 'key';
    if (this.byAddress.of(address) >= (perAddress * room) / total) return 'address';
    const left = room - this.total;
    const ofAccount = this.byAccount.of(account);
    if (ofAccount > left) return 'account';
    if (networks.some((network) => this.byNetwork.of(network) > left)) return 'network';
    const leftOfAccount = left - ofAccount;
    const ofNetworks = networks.map((network) => this.byNetworkOfAccount.of(`${account} ${network}`));
    return [this.byKey.of(keyHash), ...ofNetworks].some((count) => count > leftOfAccount)
      ? 'part-of-account'
      : undefined;
  }

  private count({ account, keyHash, address, networks }: StreamHolder, difference: 1 | -1): void {
    this.total += difference;
    this.byKey.add(keyHash, difference);
    this.byAddress.add(address, difference);
    this.byAccount.add(account, difference);
    for (const network of networks) {
      this.byNetwork.add(network, difference);
      this.byNetworkOfAccount.add(`${account} ${network}`, difference);
    }
  }

  private refusal(reason: Reason, retryAfterSeconds: number): DomainError {
    this.metrics.streamRefused(reason);
    const code = reason === 'key' || reason === 'address' ? 'too_many_streams' : 'streams_busy';
    const wait = retryAfterSeconds === 1 ? '1 second' : `${retryAfterSeconds} seconds`;
    return new DomainError(code, `${DETAILS[reason]} Retry after ${wait}.`, { retryAfterSeconds });
  }
}
