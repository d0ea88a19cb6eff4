import { expect } from '@jest/globals';
import { eventually, type Flag, type Project, type User } from '@burgee/testing';

// oxlint-disable-next-line typescript/no-explicit-any
type Entry = any;

/** The user's own entries of a flag, newest first, once there are that many. */
export function flagAudit(user: User, flag: Flag, count: number): Promise<Entry[]> {
  return audit(user, `/api/flags/${flag.id}/audit`, count);
}

/** The team's entries that pass the filters, newest first, once there are that many. */
export function projectAudit(project: Project, filters: Record<string, string>, count: number): Promise<Entry[]> {
  return audit(project.owner, `/api/projects/${project.id}/audit?${new URLSearchParams(filters)}`, count);
}

/** An entry is there soon after its change, not always with it. */
function audit({ client }: User, path: string, count: number): Promise<Entry[]> {
  return eventually(async () => {
    const { body } = await client.get(path);
    expect(body).toHaveLength(count);
    return body;
  });
}
