import type {
  ChangeFlagsRequest,
  PromoteRequest,
  RequestedChange,
  RequestedDeed,
  UpdateFlagValueRequest,
} from '@burgee/contracts/http';
import type { FieldChange } from '../toggle/describe-value.js';

/** The most flags that one request can change. */
export const FLAGS_REQUESTED_AT_MOST = 50;

type FlagAction = Exclude<RequestedDeed, 'update'>;

/** The changes of one flag. */
export interface FlagChange {
  key: string;
  changes: readonly FieldChange[];
  /** What is done with the whole flag. */
  action?: FlagAction | undefined;
}

/** Changes of values in one environment, or of whole flags, in the form of a change request. */
export interface RequestedChanges {
  /** Undefined for whole flags: that which requires the most approvals. */
  environmentId: string | undefined;
  changes: RequestedChange[];
  /** The changes as the user saw them, where the page knows less about these flags. */
  shown?: readonly FlagChange[];
}

const ONE = /^\/api\/flags\/([^/]+)\/environments\/([^/]+?)(?:\/toggle)?$/;
const WHOLE = /^\/api\/flags\/([^/]+)(?:\/(archive|unarchive))?$/;
const WHOLE_MANY = /^\/api\/projects\/[^/]+\/flags\/changes$/;
const MANY = /^\/api\/environments\/([^/]+)\/changes$/;

/** The environment that a call changes, if it names one. */
export const environmentOf = (path: string, body: unknown): string | undefined =>
  path.endsWith('/promote') ? (body as PromoteRequest).to : /\/environments\/([^/?]+)/.exec(path)?.[1];

interface ManyChanges {
  changes?: { flag_id: string; patch: UpdateFlagValueRequest }[];
}

/** An action on whole flags. */
export const requestedAction = (action: FlagAction, flagIds: readonly string[]): RequestedChanges => ({
  environmentId: undefined,
  changes: flagIds.map((flag_id) => ({ flag_id, action })),
});

/** The archiving, unarchiving or deleting of flags that a call asks for. */
function actionOf(method: string, path: string, body: unknown): RequestedChanges | undefined {
  const [, flagId, posted] = WHOLE.exec(path) ?? [];
  if (flagId !== undefined && method === (posted ? 'POST' : 'DELETE'))
    return requestedAction((posted as 'archive' | 'unarchive' | undefined) ?? 'delete', [flagId]);
  if (method !== 'POST' || !WHOLE_MANY.test(path)) return undefined;
  const { action, flag_ids: ids } = body as ChangeFlagsRequest;
  return action === 'archive' || action === 'unarchive' ? requestedAction(action, ids) : undefined;
}

/** What a refused call wanted to change; undefined for a call, such as an import, that cannot be requested. */
export function requestedChanges(method: string, path: string, body: unknown): RequestedChanges | undefined {
  const [, flagId, environmentId] = (method === 'PATCH' && ONE.exec(path)) || [];
  if (flagId !== undefined && environmentId !== undefined)
    return { environmentId, changes: [{ flag_id: flagId, patch: body as UpdateFlagValueRequest }] };
  const [, ofMany] = (method === 'POST' && MANY.exec(path)) || [];
  const { changes } = (body ?? {}) as ManyChanges;
  if (ofMany === undefined || !changes) return actionOf(method, path, body);
  return { environmentId: ofMany, changes: changes.map(({ flag_id, patch }) => ({ flag_id, patch })) };
}
