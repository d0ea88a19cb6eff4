import { applyToBody, type FlagChange, type FlagSet } from '@burgee/contracts/wire';

/** The most changes that wait to be applied. */
const PENDING_AT_MOST = 256;

/**
 * A flag set with pending changes. They are applied on first use of its bytes, so that hundreds in a row cost as much
 * as one.
 */
export class ChangedFlagSet implements FlagSet {
  readonly environmentId: string;
  readonly epoch: string;
  private bytes: Buffer;
  private pending: readonly FlagChange[];

  constructor(
    before: FlagSet,
    change: FlagChange,
    readonly revision: number,
  ) {
    this.environmentId = before.environmentId;
    this.epoch = before.epoch;
    const mayWait = before instanceof ChangedFlagSet && before.pending.length < PENDING_AT_MOST;
    this.bytes = mayWait ? before.bytes : before.body;
    this.pending = mayWait ? [...before.pending, change] : [change];
  }

  get body(): Buffer {
    if (this.pending.length > 0) this.bytes = applyToBody(this.bytes, ...this.pending);
    this.pending = [];
    return this.bytes;
  }

  /** Its size in bytes, without applying pending changes. */
  get size(): number {
    return this.bytes.length;
  }
}
