import type { EnvironmentView } from '@burgee/contracts/http';
import { type Role, roleAtLeast } from '@burgee/contracts/wire';
import type { SdkKeyVault } from './sdk-key-vault.js';

/** An environment joined with its current key and with the member who asks, as the queries of this folder read it. */
export interface EnvironmentRow {
  id: string;
  project_id: string;
  name: string;
  slug: string;
  icon: string;
  url: string | null;
  protected: boolean;
  revision: number;
  created_at: Date;
  /** Null where keys are not asked for. */
  ciphertext: Buffer | null;
  previous_key_expires_at: Date | null;
  role: Role;
}

/** The environment as the member sees it. Editors and above see the SDK key, where it is read. */
export function environmentView(row: EnvironmentRow, vault: SdkKeyVault): EnvironmentView {
  const { ciphertext, created_at, previous_key_expires_at, role, ...shown } = row;
  const key = ciphertext && roleAtLeast(role, 'editor') ? vault.open(row.id, ciphertext) : undefined;
  return {
    ...shown,
    ...(key !== undefined && { sdk_key: key }),
    previous_key_expires_at: previous_key_expires_at?.toISOString() ?? null,
    created_at: created_at.toISOString(),
  };
}
