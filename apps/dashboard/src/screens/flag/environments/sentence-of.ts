import type { FlagType } from '@burgee/contracts/wire';
import { describeAudience } from '../../../toggle/describe-value.js';
import type { ValueState } from '../../../toggle/unconditional-value.js';
import { texts } from '../texts.js';

/** The audience in a sentence: "On for 25% of users; users whose country is “NO” get true." */
export const sentenceOf = (value: ValueState, type: FlagType): string =>
  value.is_enabled ? texts.on(describeAudience(value, type)) : texts.off[type === 'boolean' ? 'boolean' : 'other'];
