import type { AuditFilter } from '../../api/audit.js';
import type { RecentDay } from '../../feedback/time/recent-days.js';
import type { ActionFilter } from './action-texts.js';

/** As words in one text: the texts of the history load with its page. */
const ACTIONS = new Set(
  'flag_switch flag_update flag_create flag_rename flag_delete flag_archive flag_unarchive flag_restore environment_create environment_update environment_delete environment_restore change_request_update sdk_key_rotate client_key_rotate invitation_create invitation_decline invitation_withdraw member_add member_update member_remove schedule_create schedule_update schedule_pause schedule_resume schedule_skip schedule_cancel project_create project_update project_delete project_export webhook_create webhook_update webhook_delete webhook_secret_rotate webhook_disable token_create token_revoke token_admit token_exclude trust_create trust_delete switch_off_link_create switch_off_link_revoke history_export history_lost history_dropped'.split(
    ' ',
  ),
);

/** The search of the timeline, in the address. Days are in the user's zone; `to` is the last day shown. */
export interface HistorySearch {
  /** Words of the entries. */
  q?: string;
  flag?: string;
  actor?: string;
  environment?: string;
  action?: ActionFilter;
  from?: string;
  to?: string;
}

const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** The router reads digits as a number. */
const text = (value: unknown) => {
  const given = typeof value === 'number' ? String(value) : value;
  return typeof given === 'string' && given !== '' ? given : undefined;
};
const id = (value: unknown) => (typeof value === 'string' && ID.test(value) ? value : undefined);
const day = (value: unknown) =>
  typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value) && !Number.isNaN(Date.parse(value)) ? value : undefined;

/**
 * Parses an address that a user may have typed. Invalid parameters are returned as undefined, because the router keeps
 * parameters that are missing here.
 */
export function parseHistorySearch(search: Record<string, unknown>): HistorySearch {
  // Older links name toggles only.
  const action = search.action === 'flag_toggle' ? 'flag_switch' : search.action;
  return {
    q: text(search.q),
    flag: id(search.flag),
    actor: id(search.actor),
    environment: id(search.environment),
    action: typeof action === 'string' && ACTIONS.has(action) ? (action as ActionFilter) : undefined,
    from: day(search.from),
    to: day(search.to),
  };
}

/** Midnight in the user's zone, `later` days after the start of the given day. */
function midnight(date: string, later: number): string {
  const start = new Date(`${date}T00:00:00`);
  start.setDate(start.getDate() + later);
  return start.toISOString();
}

/** What the service filters by, except words. */
export function toFilter({ from, to, q: _words, ...rest }: HistorySearch): AuditFilter {
  return {
    ...Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== undefined)),
    ...(from !== undefined && { from: midnight(from, 0) }),
    ...(to !== undefined && { to: midnight(to, 1) }),
  };
}

/** All of the named days together. */
export const WEEK = 'week';

/** The named day of the search, or all of them. */
export function chosenDays({ from, to }: HistorySearch, days: readonly RecentDay[]): string | undefined {
  const [today, first] = [days[0]?.day, days.at(-1)?.day];
  if (from !== undefined && from === to) return days.find(({ day }) => day === from)?.day;
  return from !== undefined && from === first && (to === undefined || to === today) ? WEEK : undefined;
}

/** How many filters are set, except words. */
export const countFilters = ({ flag, actor, environment, action, from, to }: HistorySearch): number =>
  [flag, actor, environment, action, from ?? to].filter((one) => one !== undefined).length;

export const isFiltered = (search: HistorySearch) => search.q !== undefined || countFilters(search) > 0;
