import type { AuditAction } from '@burgee/contracts/wire';
import { formatNumber } from '../../feedback/format.js';
import { actionTexts, filterTexts } from './action-texts.js';
import { fieldTexts } from './field-texts.js';

/** The texts of the history. */
export const texts = {
  title: 'History',
  tab: (project: string) => `History · ${project}`,
  lead: 'All changes in this project. Entries cannot be edited or deleted.',
  asItWas: 'View as of…',
  asItWasHint: 'See or restore the flags of any past time.',
  export: 'Export',
  verify: 'Check integrity',
  verifyHint: 'Checks the hash chain for entries that were changed or removed.',
  verifying: (count: number) => `Checked ${count === 1 ? '1 entry' : `${formatNumber(count)} entries`}…`,
  verifyFailed: 'The history could not be checked',
  loadFailed: 'The history could not be loaded',
  olderFailed: 'Older entries could not be loaded',
  awaited: 'The latest changes may take a moment to appear here.',
  older: 'Show older',
  loading: 'Loading',
  nothing: 'Nothing found',

  search: 'Search the history',
  searchHint: 'Search',
  clearSearch: 'Clear search',
  /** @param back how far the search has read, if not everything */
  found: (found: number, back?: string) => {
    const entries = found === 1 ? '1 entry' : `${formatNumber(found)} entries`;
    return back === undefined ? `${entries} found` : `${entries} found so far, searched back to ${back}.`;
  },

  filters: 'Filters',
  flag: 'Flag',
  anyFlag: 'Any flag',
  oneFlag: 'One flag',
  deleted: (key: string) => `${key} (deleted)`,
  person: 'Person',
  anyPerson: 'Anyone',
  onePerson: 'One person',
  environment: 'Environment',
  anyEnvironment: 'Any environment',
  deletedEnvironment: 'A deleted environment',
  action: 'Action',
  anyAction: 'Any action',
  days: 'Day',
  anyDay: 'Any day',
  lastDays: (days: number) => `Last ${formatNumber(days)} days`,
  chooseDays: 'Choose days…',
  clear: 'Clear filters',

  in: 'in',
  details: 'Details',
  brief: (field: string, before: string, after: string) => `${field} ${before} → ${after}`,
  briefSeparator: ' · ',
  briefMore: (parts: readonly string[], more: number) => `${parts.join(' · ')} · ${formatNumber(more)} more`,
  /** Several at once: "created 6 environments". */
  many: (action: AuditAction, verb: string, count: number) => {
    const things = action.startsWith('flag_') ? 'flags' : /^member|^invit/.test(action) ? 'people' : 'environments';
    return `${verb.replace(/ the (flag|environment)$/, '')} ${formatNumber(count)} ${things}`;
  },

  /** After the name of a person: "Ada created the flag new-checkout". */
  verbs: {
    on: 'switched on',
    off: 'switched off',
    flag_update: 'changed',
    reverted: 'restored an earlier value of',
    flag_create: 'created the flag',
    flag_rename: 'changed the details of',
    flag_delete: 'deleted the flag',
    flag_archive: 'archived',
    flag_unarchive: 'unarchived',
    flag_restore: 'restored the flag',
    environment_create: 'created the environment',
    environment_update: 'changed the environment',
    environment_delete: 'deleted the environment',
    environment_restore: 'restored the environment',
    change_request_update: 'updated a change request in',
    requests: {
      draft: 'drafted a change request in',
      in_review: 'requested approval of a change in',
      again: 'requested approval again of a change in',
      approved: 'approved a change in',
      rejected: 'rejected a change in',
      applied: 'applied a change request in',
    },
    sdk_key_rotate: 'rotated the SDK key of',
    client_key_rotate: 'rotated the client key of',
    invitation_create: 'invited',
    invitation_decline: 'declined an invitation',
    invitation_withdraw: 'revoked the invitation of',
    accepted: 'accepted the invitation of',
    added: 'added',
    member_update: 'changed the role of',
    member_remove: 'removed',
    scheduled_on: 'switched on by schedule',
    scheduled_off: 'switched off by schedule',
    scheduled_update: 'changed by schedule',
    schedule_create: 'scheduled changes to',
    schedule_update: 'edited a schedule for',
    schedule_pause: 'paused a schedule for',
    schedule_stopped: 'could not continue a schedule for',
    schedule_resume: 'resumed a schedule for',
    schedule_skip: 'skipped a scheduled step for',
    schedule_cancel: 'canceled a schedule for',
    project_create: 'created the project',
    project_update: 'changed the project',
    project_delete: 'deleted the project',
    project_export: 'exported the project',
    webhook_create: 'created the webhook',
    webhook_update: 'changed the webhook',
    webhook_delete: 'deleted the webhook',
    webhook_secret_rotate: 'rotated the secret of the webhook',
    webhook_disable: 'disabled the webhook',
    history_export: 'exported the history',
    history_lost: 'found entries lost in a failover',
    history_dropped: 'dropped old history',
  },
  /** At the end of the sentence for a restore that also toggles the flag. */
  whichSwitched: (isOn: boolean) => `, which switched it ${isOn ? 'on' : 'off'}`,
  /** At the end of a sentence, why a schedule stopped. */
  because: (reason: string | undefined) => {
    const why = reason === undefined ? undefined : texts.scheduleReasons[reason];
    return why === undefined ? '' : `: ${why}`;
  },
  anyoneWithLink: 'anyone with the link',
  someone: 'someone',
  actions: actionTexts,
  filtersByAction: filterTexts,
  fields: fieldTexts,
  scheduleReasons: {
    member: 'paused by a member',
    author: 'its author no longer has the role',
    flag_archived: 'the flag is archived',
    value_changed: 'someone changed the value',
    late: 'the step was late',
    refused: 'the change was refused',
  } as Record<string, string>,
  performers: {
    token: 'A token for',
    schedule: 'A schedule for',
  } as Record<string, string>,
  /** How a change arrived, where it was not this page. */
  vias: {
    api: 'by API',
    cli: 'from the command line',
    mcp: 'by an assistant',
    link: 'by a link',
    'sign-in': 'at sign-in',
  } as Record<string, string>,
  ofPage: ['page', 'schedule', 'webhook', 'operator'],
  via: (way: string) => `by ${way}`,
  comment: (comment: string) => `Comment: ${comment}`,
  bypassed: (reason: string) => `Overrode the change rules: ${reason}`,
  approvals: ['not required', '1 approval', '2 approvals'],
  values: 'Values',
  valueIn: (environment: string, value: string) => `${environment}: ${value}`,
  unknownEnvironment: 'a deleted environment',
  unknownPerson: 'another person',

  off: 'off',
  keyEnded: 'stopped immediately',
  keyWorks: (until: string) => `works until ${until}`,
  none: 'none',
  yes: 'yes',
  no: 'no',
};
