import { DomainError } from '@burgee/contracts/wire';
import { Tally } from '../../tally.js';
import type { ServingMetrics } from '../../serving-metrics.js';
import { AdmissionRate } from './admission-rate.js';
import type { FileDescriptors } from './file-descriptors.js';

const FULL_FOR_SECONDS = 30;

export interface StreamLimitSettings {
  admissionPerSecond: number;
  total: number;
  perKey: number;
  perAddress: number;
}

/** One of the streams that may be open. */
export interface StreamSlot {
  /** Gives it back, once, however often it is called. @param unused true: it never became a stream */
  release: (unused?: boolean) => void;
}

/** Why a stream is refused. */
type Reason = 'closing' | 'rate' | 'total' | 'key' | 'address';

const DETAILS: Record<Reason, string> = {
  closing: 'This replica is stopping. Another one answers.',
  rate: 'Too many streams are opened at once.',
  total: 'No more streams can be opened here. The operator can add another replica.',
  key: 'As many streams are open with this SDK key as one key may have. Close some, or share one.',
  address:
    'As many streams are open from this address as one may have. Share one; operators behind a proxy name it in TRUSTED_PROXIES.',
};

/** How many streams there may be: per second, of a key, from an address, in all. */
export class StreamLimits {
  private isClosed = false;
  private readonly rate: AdmissionRate;
  private readonly byKey = new Tally();
  private readonly byAddress = new Tally();
  private total = 0;

  constructor(
    private readonly settings: StreamLimitSettings,
    private readonly descriptors: Pick<FileDescriptors, 'forStreams'>,
    private readonly metrics: Pick<ServingMetrics, 'streamRefused'>,
  ) {
    this.rate = new AdmissionRate(settings.admissionPerSecond, performance.now() / 1000);
  }

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
  take(keyHash: string, address: string): StreamSlot {
    const now = performance.now() / 1000;
    const reason = this.reasonAgainst(keyHash, address) ?? (this.rate.take(now) ? undefined : 'rate');
    if (reason) throw this.refusal(reason, now);
    this.count(keyHash, address, 1);
    let taken = true;
    const release = (unused = false) => {
      if (!taken) return;
      taken = false;
      this.count(keyHash, address, -1);
      if (unused) this.rate.giveBack();
    };
    return { release };
  }

  private reasonAgainst(keyHash: string, address: string): Reason | undefined {
    if (this.isClosed) return 'closing';
    if (this.total >= Math.min(this.settings.total, this.descriptors.forStreams)) return 'total';
    if (this.byKey.of(keyHash) >= this.settings.perKey) return 'key';
    return this.byAddress.of(address) >= this.settings.perAddress ? 'address' : undefined;
  }

  private count(keyHash: string, address: string, difference: 1 | -1): void {
    this.total += difference;
    this.byKey.add(keyHash, difference);
    this.byAddress.add(address, difference);
  }

  private refusal(reason: Reason, now: number): DomainError {
    this.metrics.streamRefused(reason);
    const code = reason === 'key' || reason === 'address' ? 'too_many_streams' : 'streams_busy';
    const soon = reason === 'rate' || reason === 'closing';
    const wait = soon ? this.rate.waitFor(now, Math.random()) : 1 + Math.floor(Math.random() * FULL_FOR_SECONDS);
    const unit = wait === 1 ? 'second' : 'seconds';
    return new DomainError(code, `${DETAILS[reason]} Retry after ${wait} ${unit}.`, { retryAfterSeconds: wait });
  }
}
