import type { ApiError } from '../../api/api-error.js';
import { newPasswordFaults } from '../entry/new-password-faults.js';

export interface PasswordDraft {
  current: string;
  fresh: string;
  again: string;
}
type Faults = Partial<Record<keyof PasswordDraft, string>>;

/** What the service would refuse anyway, said before it is asked. */
export function passwordFaults({ current, fresh, again }: PasswordDraft): Faults {
  const faults = newPasswordFaults(fresh, again);
  return {
    ...(current === '' && { current: 'Enter your current password.' }),
    ...(faults.password && { fresh: faults.password }),
    ...(faults.again && { again: faults.again }),
  };
}

/** The service's refusal, at the field it is about. Empty when it is about none. */
export function refusedFields(error: ApiError): Faults {
  const current = error.faultOf('current_password');
  const fresh = error.code === 'common_password' ? error.message : error.faultOf('new_password');
  return { ...(current && { current }), ...(fresh && { fresh }) };
}
