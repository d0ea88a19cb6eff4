import type { ApiError } from '../../api/api-error.js';
import { newPasswordFaults } from '../entry/new-password-faults.js';
import { texts } from './texts.js';

export interface PasswordDraft {
  current: string;
  fresh: string;
  again: string;
}
type Faults = Partial<Record<keyof PasswordDraft, string>>;

/** Checks before sending what the service would refuse. */
export function passwordFaults({ current, fresh, again }: PasswordDraft): Faults {
  const faults = newPasswordFaults(fresh, again);
  return {
    ...(current === '' && { current: texts.currentMissing }),
    ...(faults.password && { fresh: faults.password }),
    ...(faults.again && { again: faults.again }),
  };
}

/** The service's refusal, by field. Empty if it names no field. */
export function refusedFields(error: ApiError): Faults {
  const current = error.faultOf('current_password');
  const fresh = error.code === 'common_password' ? error.message : error.faultOf('new_password');
  return { ...(current && { current }), ...(fresh && { fresh }) };
}
