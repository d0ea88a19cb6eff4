import type { PromoteRequest, RequestedChange, UpdateFlagValueRequest } from '@burgee/contracts/http';
import type { FieldChange } from '../toggle/describe-value.js';

/** The changes of one flag. */
export interface FlagChange {
  key: string;
  changes: readonly FieldChange[];
}

/** Changes of values in one environment, in the form of a change request. */
export interface RequestedChanges {
  environmentId: string;
  changes: RequestedChange[];
  /** The changes as the user saw them, where the page knows less about these flags. */
  shown?: readonly FlagChange[];
}

const ONE = /^\/api\/flags\/([^/]+)\/environments\/([^/]+?)(?:\/toggle)?$/;
const MANY = /^\/api\/environments\/([^/]+)\/changes$/;

/** The environment that a call changes, if it names one. */
export const environmentOf = (path: string, body: unknown): string | undefined =>
  path.endsWith('/promote') ? (body as PromoteRequest).to : /\/environments\/([^/?]+)/.exec(path)?.[1];

interface ManyChanges {
  changes?: { flag_id: string; patch: UpdateFlagValueRequest }[];
}

/** What a refused call wanted to change; undefined for a call, such as a deletion, that cannot be requested. */
export function requestedChanges(method: string, path: string, body: unknown): RequestedChanges | undefined {
  const [, flagId, environmentId] = (method === 'PATCH' && ONE.exec(path)) || [];
  if (flagId !== undefined && environmentId !== undefined)
    return { environmentId, changes: [{ flag_id: flagId, patch: body as UpdateFlagValueRequest }] };
  const [, ofMany] = (method === 'POST' && MANY.exec(path)) || [];
  const { changes } = (body ?? {}) as ManyChanges;
  if (ofMany === undefined || !changes) return undefined;
  return { environmentId: ofMany, changes: changes.map(({ flag_id, patch }) => ({ flag_id, patch })) };
}
