import type { OpenInvitationView } from '@burgee/contracts/http';

/** The invitation of a link that this tab has opened. */
export interface KeptInvitation {
  token: string;
  /** Whether the user has chosen to join, and signs in or registers first. A link cannot set this. */
  isJoining: boolean;
  /** What the user joins, as the service described it. */
  to?: InvitedTo;
}

export type InvitedTo = Pick<OpenInvitationView, 'project_name' | 'role'> &
  Partial<Pick<OpenInvitationView, 'environments'>>;

const KEY = 'burgee.invitation';

/** Stores it while the user signs in or registers. Not in the address, which ends up in histories and logs. */
export function keepInvitation(invitation: KeptInvitation): void {
  sessionStorage.setItem(KEY, JSON.stringify(invitation));
}

export function keptInvitation(): KeptInvitation | undefined {
  const text = sessionStorage.getItem(KEY);
  return text === null ? undefined : (JSON.parse(text) as KeptInvitation);
}

export function forgetInvitation(): void {
  sessionStorage.removeItem(KEY);
}
