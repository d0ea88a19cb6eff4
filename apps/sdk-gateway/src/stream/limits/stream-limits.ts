import { DomainError } from '@burgee/contracts';
import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, type SdkGatewayConfig } from '../../config.js';
import { refusedStreams } from '../../metrics.js';
import { AdmissionRate } from './admission-rate.js';
import { Sockets } from './sockets.js';

const FULL_FOR_SECONDS = 30;

type Settings = Pick<
  SdkGatewayConfig,
  'STREAM_ADMISSION_PER_SECOND' | 'STREAMS_AT_MOST' | 'STREAMS_PER_KEY_AT_MOST' | 'STREAMS_PER_ADDRESS_AT_MOST'
>;

/** A place among the open streams; given back once, whoever asks how often. */
export interface StreamPlaceTaken {
  /** @param unused true: it never became a stream, and does not count as one that was let in */
  release: (unused?: boolean) => void;
}

/** What speaks against one more stream. */
type Reason = 'closing' | 'rate' | 'total' | 'key' | 'address';

const DETAILS: Record<Reason, string> = {
  closing: 'This replica is about to stop. Come back; another one answers.',
  rate: 'Too many streams are being opened at once. Come back after the pause named by Retry-After.',
  total: 'No more streams can be opened here. Come back later, or ask the operator for another replica.',
  key: 'As many streams are open with this SDK key as one key may have. Close some, or share one.',
  address:
    'As many streams are open from this address as one may have. Share one; operators behind a proxy name it in TRUSTED_PROXIES.',
};

class Tally {
  private readonly counts = new Map<string, number>();

  of(name: string): number {
    return this.counts.get(name) ?? 0;
  }

  add(name: string, difference: 1 | -1): void {
    const count = this.of(name) + difference;
    if (count === 0) this.counts.delete(name);
    else this.counts.set(name, count);
  }
}

/** How many streams there may be: a second, of a key, from an address, in all. */
@Injectable()
export class StreamLimits {
  /** Once true, nobody is let in any more. */
  closing = false;
  private readonly rate: AdmissionRate;
  private readonly byKey = new Tally();
  private readonly byAddress = new Tally();
  private total = 0;

  constructor(
    @Inject(CONFIG) private readonly settings: Settings,
    private readonly sockets: Sockets,
  ) {
    this.rate = new AdmissionRate(settings.STREAM_ADMISSION_PER_SECOND, performance.now() / 1000);
  }

  /** Takes a place. @throws streams_busy or too_many_streams, with the time to wait */
  take(keyHash: string, address: string): StreamPlaceTaken {
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
    const { STREAMS_AT_MOST, STREAMS_PER_KEY_AT_MOST, STREAMS_PER_ADDRESS_AT_MOST } = this.settings;
    if (this.closing) return 'closing';
    if (this.total >= Math.min(STREAMS_AT_MOST, this.sockets.forStreams)) return 'total';
    if (this.byKey.of(keyHash) >= STREAMS_PER_KEY_AT_MOST) return 'key';
    return this.byAddress.of(address) >= STREAMS_PER_ADDRESS_AT_MOST ? 'address' : undefined;
  }

  private count(keyHash: string, address: string, difference: 1 | -1): void {
    this.total += difference;
    this.byKey.add(keyHash, difference);
    this.byAddress.add(address, difference);
  }

  private refusal(reason: Reason, now: number): DomainError {
    refusedStreams.inc({ reason });
    const code = reason === 'key' || reason === 'address' ? 'too_many_streams' : 'streams_busy';
    const soon = reason === 'rate' || reason === 'closing';
    const wait = soon ? this.rate.waitFor(now, Math.random()) : 1 + Math.floor(Math.random() * FULL_FOR_SECONDS);
    return new DomainError(code, DETAILS[reason], { retryAfterSeconds: wait });
  }
}
