import type { AuditAction } from '@burgee/contracts/wire';
import type { AuditFilter } from '../../api/audit.js';

export const ACTION_LABELS: Record<AuditAction, string> = {
  flag_toggle: 'Flag switched',
  flag_update: 'Flag value changed',
  flag_create: 'Flag created',
  flag_rename: 'Flag renamed or described',
  flag_delete: 'Flag deleted',
  flag_archive: 'Flag archived',
  flag_unarchive: 'Flag unarchived',
  environment_create: 'Environment added',
  environment_update: 'Environment changed',
  environment_delete: 'Environment deleted',
  sdk_key_rotate: 'SDK key rotated',
  client_key_rotate: 'Client key rotated',
  invitation_create: 'Invitation made',
  invitation_decline: 'Invitation declined',
  invitation_withdraw: 'Invitation withdrawn',
  member_add: 'Member joined',
  member_update: 'Role changed',
  member_remove: 'Member removed or left',
  project_create: 'Project created',
  project_update: 'Project changed',
  project_delete: 'Project deleted',
};

/** The search of the timeline, as in the address. Days are in the user's zone; `to` is the last day shown. */
export interface HistorySearch {
  flag?: string;
  actor?: string;
  environment?: string;
  action?: AuditAction;
  from?: string;
  to?: string;
}

const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

const id = (value: unknown) => (typeof value === 'string' && ID.test(value) ? value : undefined);
const day = (value: unknown) =>
  typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value) && !Number.isNaN(Date.parse(value)) ? value : undefined;

/** Parses an address that somebody may have typed. Invalid parameters count as absent. */
export function parseHistorySearch(search: Record<string, unknown>): HistorySearch {
  const { action } = search;
  const parsed: HistorySearch = {
    flag: id(search.flag),
    actor: id(search.actor),
    environment: id(search.environment),
    action: typeof action === 'string' && Object.hasOwn(ACTION_LABELS, action) ? (action as AuditAction) : undefined,
    from: day(search.from),
    to: day(search.to),
  };
  return Object.fromEntries(Object.entries(parsed).filter(([, value]) => value !== undefined));
}

/** Midnight in the user's zone, `later` days after the start of the given day. */
function midnight(date: string, later: number): string {
  const start = new Date(`${date}T00:00:00`);
  start.setDate(start.getDate() + later);
  return start.toISOString();
}

export function toFilter({ from, to, ...rest }: HistorySearch): AuditFilter {
  return {
    ...rest,
    ...(from !== undefined && { from: midnight(from, 0) }),
    ...(to !== undefined && { to: midnight(to, 1) }),
  };
}

export const isFiltered = (search: HistorySearch) => Object.keys(search).length > 0;
