import { DomainError } from '@burgee/contracts/wire';
import { Tally } from '../tally.js';
import type { ServingMetrics } from '../serving-metrics.js';
import type { FileDescriptors } from './file-descriptors.js';

const FULL_FOR_SECONDS = 30;
/** The retry time while closing: another replica answers at once. */
const CLOSING_FOR_SECONDS = 4;

/** Whom a stream counts against. */
export interface StreamHolder {
  account: string;
  keyHash: string;
  address: string;
  /** The subnets that contain the address. */
  networks: readonly string[];
}

export interface StreamLimitSettings {
  total: number;
  perKey: number;
  perAddress: number;
}

/** A slot for an open stream. */
export interface StreamSlot {
  /** Frees the slot; further calls do nothing. */
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
  address:
    'Your address has too many open streams. Share one. If a proxy is in front, the operator must list it in TRUSTED_PROXIES.',
};

/**
 * Bounds the open streams per key, per address and in total. Beyond that, an account or a network may have as many
 * streams as are left: half of the total when alone, and each further one half of the rest. So none of them uses up the
 * streams of others, with any number of keys and addresses. Within an account, a key or a network may likewise have as
 * many as are left of the account's share: the key of a page is public, and its users take no streams from the
 * account's servers and other clients.
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

  /** Admits no more streams from now on. */
  close(): void {
    this.isClosed = true;
  }

  get closed(): boolean {
    return this.isClosed;
  }

  /** The number of streams, in total and of the busiest address. */
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

  /** The error for a request that got no seat. @returns streams_busy */
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
