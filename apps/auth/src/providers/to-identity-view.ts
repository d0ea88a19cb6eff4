import type { IdentityView } from '@burgee/contracts/http';
import type { Identity } from './identity.repository.js';

export const toIdentityView = ({ created_at, last_sign_in_at, ...one }: Identity): IdentityView => ({
  ...one,
  created_at: created_at.toISOString(),
  last_sign_in_at: last_sign_in_at?.toISOString() ?? null,
});
