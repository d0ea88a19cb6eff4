import type { RequestedChange, UpdateFlagValueRequest } from '@burgee/contracts/http';

/** Changes of values in one environment, as a change request asks for them. */
export interface RequestedChanges {
  environmentId: string;
  changes: RequestedChange[];
}

const ONE = /^\/api\/flags\/([^/]+)\/environments\/([^/]+?)(?:\/toggle)?$/;
const MANY = /^\/api\/environments\/([^/]+)\/changes$/;

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
