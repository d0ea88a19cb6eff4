import type { EnvironmentView, ProjectView } from '@burgee/contracts/http';
import type { Role } from '@burgee/contracts/wire';
import { describe, expect, it } from '@jest/globals';
import { choiceOf, whyNotEverywhere, whyNotIn } from './why-not.js';

const environment = (name: string, role: Role) => ({ id: name, name, role, protected: false }) as EnvironmentView;
const project = (role: Role, staging: Role, production: Role) =>
  ({
    role,
    environments: [environment('Staging', staging), environment('Production', production)],
  }) as ProjectView;

describe('why a user may not change flags', () => {
  it.each<[Role, Role, Role, string | undefined]>([
    ['viewer', 'viewer', 'viewer', 'You are a viewer of the project.'],
    ['viewer', 'editor', 'editor', 'You are a viewer of the project.'],
    ['editor', 'editor', 'viewer', 'You are a viewer in Production.'],
    ['editor', 'viewer', 'editor', 'You are a viewer in Staging.'],
    ['editor', 'editor', 'editor', undefined],
    ['owner', 'owner', 'owner', undefined],
  ])('in all environments at once: %s, %s in Staging, %s in Production', (role, staging, production, why) => {
    expect(whyNotEverywhere(project(role, staging, production))).toBe(why);
  });

  it.each<[Role, Role, string | undefined]>([
    ['viewer', 'editor', 'You are a viewer in Production.'],
    ['editor', 'editor', 'You are a viewer in Production.'],
    ['viewer', 'viewer', undefined],
  ])('in one, if the user edits something: %s, %s in Staging, viewer in Production', (role, staging, why) => {
    const { environments, ...rest } = project(role, staging, 'viewer');
    expect(whyNotIn({ ...rest, environments }, environments[1])).toBe(why);
    expect(whyNotIn({ ...rest, environments }, undefined)).toBeUndefined();
  });

  it('disables the environment in a select', () => {
    expect(choiceOf(environment('Production', 'viewer'))).toEqual({
      value: 'Production',
      label: 'Production (you are a viewer)',
      disabled: true,
    });
    expect(choiceOf({ ...environment('Staging', 'editor'), protected: true })).toMatchObject({
      label: 'Staging (protected)',
      disabled: false,
    });
  });
});
