import type { ApiError } from '../../api/api-error.js';

export interface PasswordDraft {
  current: string;
  fresh: string;
  again: string;
}
type Faults = Partial<Record<keyof PasswordDraft, string>>;

const SHORTEST = 8;

/** What the service would refuse anyway, said before it is asked. */
export function passwordFaults({ current, fresh, again }: PasswordDraft): Faults {
  return {
    ...(current === '' && { current: 'Enter your current password.' }),
    ...(fresh.length < SHORTEST && { fresh: `Use at least ${SHORTEST} characters.` }),
    ...(fresh !== again && { again: 'This differs from the new password above.' }),
  };
}

/** The service's refusal, at the field it is about. Empty when it is about none. */
export function refusedFields(error: ApiError): Faults {
  const current = error.faultOf('current_password');
  const fresh = error.code === 'common_password' ? error.message : error.faultOf('new_password');
  return { ...(current && { current }), ...(fresh && { fresh }) };
}
