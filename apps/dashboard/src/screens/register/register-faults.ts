import type { RegisterRequest } from '@burgee/contracts/http';
import { asApiError } from '../../api/api-error.js';
import { newPasswordFaults } from '../entry/new-password-faults.js';
import { texts } from './texts.js';

type Faults = Partial<Record<keyof RegisterRequest, string>>;

/** Checks before sending what the service would refuse. */
export function missing(values: RegisterRequest): Faults {
  const { password, again } = newPasswordFaults(values.password, values.confirmPassword);
  return {
    ...(values.name.trim() === '' && { name: texts.nameMissing }),
    ...(!/.@./.test(values.email) && { email: texts.emailMissing }),
    ...(password && { password }),
    ...(again && { confirmPassword: again }),
  };
}

/** The service's refusal, by field. Empty if it names no field. */
export function fieldFaults(thrown: unknown): Faults {
  const error = asApiError(thrown);
  if (error.code === 'email_taken') return { email: error.message };
  if (error.code === 'common_password') return { password: error.message };
  if (error.code === 'passwords_differ') return { confirmPassword: error.message };
  const fields = ['name', 'email', 'password', 'confirmPassword'] as const;
  return Object.fromEntries(fields.flatMap((field) => [[field, error.faultOf(field)]]).filter(([, fault]) => fault));
}
