import type { EnvironmentColor, EnvironmentView } from '@burgee/contracts/http';
import { type Role, roleAtLeast } from '@burgee/contracts/wire';
import type { SdkKeyVault } from './sdk-key-vault.js';

/** An environment joined with its current keys and with the member who asks, as the queries of this folder read it. */
export interface EnvironmentRow {
  id: string;
  project_id: string;
  name: string;
  slug: string;
  icon: string;
  url: string | null;
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
  /** Null where keys are not asked for. */
  ciphertext: Buffer | null;
  previous_key_expires_at: Date | null;
  /** Of the client key; null also where it is still to be made. */
  client_ciphertext: Buffer | null;
  previous_client_key_expires_at: Date | null;
  role: Role;
}

/** The environment as the member sees it. Editors and above see the keys, where they are read. */
export function environmentView(row: EnvironmentRow, vault: SdkKeyVault): EnvironmentView {
  const { ciphertext, client_ciphertext, role, ...shown } = row;
  const open = (text: Buffer | null) => (text && roleAtLeast(role, 'editor') ? vault.open(row.id, text) : undefined);
  const [sdkKey, clientKey] = [open(ciphertext), open(client_ciphertext)];
  return {
    ...shown,
    ...(sdkKey !== undefined && { sdk_key: sdkKey }),
    previous_key_expires_at: row.previous_key_expires_at?.toISOString() ?? null,
    ...(clientKey !== undefined && { client_key: clientKey }),
    previous_client_key_expires_at: row.previous_client_key_expires_at?.toISOString() ?? null,
    created_at: row.created_at.toISOString(),
  };
}
