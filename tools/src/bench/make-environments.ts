import { aProject, type Environment } from '@burgee/testing';

const ENVIRONMENTS_PER_PROJECT = 20;

/** @param base where users register and make projects */
export async function makeEnvironments(base: string, count: number): Promise<Environment[]> {
  const made: Environment[] = [];
  while (made.length < count) {
    const length = Math.min(ENVIRONMENTS_PER_PROJECT, count - made.length);
    const environments = Array.from({ length }, (_, index) => ({ name: `Environment ${index}` }));
    made.push(...(await aProject(base, { environments })).environments);
  }
  return made;
}
