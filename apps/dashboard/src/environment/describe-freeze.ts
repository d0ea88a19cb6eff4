import { showValue } from '@burgee/contracts/plain';
import { dayAndTime } from '../feedback/time/time.js';
import { type Freezable, isFrozen } from './is-frozen.js';
import { texts } from './texts.js';

/** "Frozen until 26 Nov 2026, 12:00: the sale"; undefined without a freeze. */
export const describeFreeze = (environment: Freezable): string | undefined =>
  isFrozen(environment)
    ? texts.frozen(dayAndTime(environment.frozen_until ?? ''), showValue(environment.freeze_reason ?? '') || undefined)
    : undefined;
