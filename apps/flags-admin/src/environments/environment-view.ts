import type { EnvironmentColor, EnvironmentView } from '@burgee/contracts/http';
import {
  type ActingToken,
  type EnvironmentRole,
  may,
  type Role,
  roleIn,
  rolesOf,
  standingIn,
} from '@burgee/contracts/wire';
import type { CurrentUser } from '@burgee/session';
import type { SdkKeyVault } from './sdk-key-vault.js';

/**
 * An environment with its current keys and the roles of the requesting member, as the queries of this folder read it.
 */
export interface EnvironmentRow {
  id: string;
  project_id: string;
  name: string;
  slug: string;
  icon: string;
  url: string | null;
  more_origins: string[];
  protected: boolean;
  color: EnvironmentColor;
  frozen_until: string | null;
  freeze_reason: string | null;
  comment_required: boolean;
  approvals: number;
  order: number;
  revision: number;
  position: string;
  created_at: Date;
  /** Null when the query does not read keys. */
  ciphertext: Buffer | null;
  previous_key_expires_at: Date | null;
  /** The client key. Null when keys are not read, or the key is not created yet. */
  client_ciphertext: Buffer | null;
  previous_client_key_expires_at: Date | null;
  role: Role;
  /** The role in this environment, where it differs. */
  environment_role?: EnvironmentRole | null;
}

function standingOf(token: ActingToken, { id, role, environment_role }: EnvironmentRow) {
  const environment_roles = environment_role ? { [id]: environment_role } : {};
  return standingIn(rolesOf(token, { role, environment_roles }), id);
}

/** Who reads: an account, or a token, which sees less than its account. */
export type Reader = Pick<CurrentUser, 'id' | 'token'>;

/**
 * The environment for a member. Editors of the environment and above see the keys, if the query read them. Tokens see
 * them only with `manage`: a key outlives the token.
 */
export function environmentView(row: EnvironmentRow, vault: SdkKeyVault, token?: ActingToken): EnvironmentView {
  const { ciphertext, client_ciphertext, role, environment_role: environmentRole, ...shown } = row;
  const own = { role, environmentRole: environmentRole ?? undefined };
  const standing = token ? standingOf(token, row) : own;
  const seesKeys = may(standing, 'read_keys') && (!token || token.verbs.includes('manage'));
  const open = (text: Buffer | null) => (text && seesKeys ? vault.open(row.id, text) : undefined);
  const [sdkKey, clientKey] = [open(ciphertext), open(client_ciphertext)];
  return {
    ...shown,
    role: roleIn(standing),
    ...(sdkKey !== undefined && { sdk_key: sdkKey }),
    previous_key_expires_at: row.previous_key_expires_at?.toISOString() ?? null,
    ...(clientKey !== undefined && { client_key: clientKey }),
    previous_client_key_expires_at: row.previous_client_key_expires_at?.toISOString() ?? null,
    created_at: row.created_at.toISOString(),
  };
}
