import type { PromoteRequest, RequestedChange, UpdateFlagValueRequest } from '@burgee/contracts/http';
import type { FieldChange } from '../toggle/describe-value.js';

/** What changes of one flag. */
export interface FlagChange {
  key: string;
  changes: readonly FieldChange[];
}

/** Changes of values in one environment, as a change request asks for them. */
export interface RequestedChanges {
  environmentId: string;
  changes: RequestedChange[];
  /** What the user was shown of them, where that is more than the page knows of these flags. */
  shown?: readonly FlagChange[];
}

const ONE = /^\/api\/flags\/([^/]+)\/environments\/([^/]+?)(?:\/toggle)?$/;
const MANY = /^\/api\/environments\/([^/]+)\/changes$/;

/** The one environment that a call changes something in, where it says so. */
export const environmentOf = (path: string, body: unknown): string | undefined =>
  path.endsWith('/promote') ? (body as PromoteRequest).to : /\/environments\/([^/?]+)/.exec(path)?.[1];

interface ManyChanges {
  changes?: { flag_id: string; patch: UpdateFlagValueRequest }[];
}

/** What a refused call wanted to change, if that can be asked for. Others, as a deletion, cannot. */
export function requestedChanges(method: string, path: string, body: unknown): RequestedChanges | undefined {
  const [, flagId, environmentId] = (method === 'PATCH' && ONE.exec(path)) || [];
  if (flagId !== undefined && environmentId !== undefined)
    return { environmentId, changes: [{ flag_id: flagId, patch: body as UpdateFlagValueRequest }] };
  const [, ofMany] = (method === 'POST' && MANY.exec(path)) || [];
  const { changes } = (body ?? {}) as ManyChanges;
  if (ofMany === undefined || !changes) return undefined;
  return { environmentId: ofMany, changes: changes.map(({ flag_id, patch }) => ({ flag_id, patch })) };
}
