import { aFlag, aProject } from '@burgee/testing';

/** What a bench reads and changes: one environment with some flags, and the session of the user who made them. */
export interface BenchFixture {
  cookie: string;
  sdkKey: string;
  environmentId: string;
  flagIds: string[];
}

/** Registers a user and makes a project with `flags` flags in its one environment. */
export async function makeFixture(base: string, flags: number): Promise<BenchFixture> {
  const project = await aProject(base, { environments: [{ name: 'Production' }] });
  const flagIds: string[] = [];
  for (let i = 0; i < flags; i++) {
    const flag = await aFlag(project, { key: `flag-${String(i).padStart(3, '0')}`, name: `Flag number ${i}` });
    flagIds.push(flag.id);
  }
  const cookie = [...project.owner.client.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  const { id: environmentId, sdk_key: sdkKey } = project.development;
  return { cookie, sdkKey, environmentId, flagIds };
}
