import type { EvaluationDetails, Flag } from '@burgee/evaluation';
import { toPayload } from './to-payload.js';
import type { FeatureVariant } from './feature.js';

/** A flag that is on, in Unleash's front-end API. */
export interface Toggle {
  name: string;
  enabled: true;
  variant:
    | { name: 'disabled'; enabled: false; feature_enabled: true }
    | { name: FeatureVariant['name']; enabled: true; feature_enabled: true; payload: FeatureVariant['payload'] };
  impressionData: false;
}

/** @returns undefined where the flag is off: front-end SDKs only receive toggles that are on */
export function toToggle(flag: Flag, { value, variant, errorCode }: EvaluationDetails<unknown>): Toggle | undefined {
  // An invalid text, number or JSON is the caller's default, and its flag is still on.
  const isOn =
    flag.type === 'boolean' ? value === true : variant === undefined ? errorCode === 'PARSE_ERROR' : variant !== 'off';
  if (!isOn) return undefined;
  const payload = variant === undefined || value === undefined ? undefined : toPayload(flag);
  return {
    name: flag.key,
    enabled: true,
    variant:
      payload && variant && variant !== 'off'
        ? { name: variant, enabled: true, feature_enabled: true, payload }
        : { name: 'disabled', enabled: false, feature_enabled: true },
    impressionData: false,
  };
}
