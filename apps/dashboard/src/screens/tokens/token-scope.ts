import type { TokenView } from '@burgee/contracts/http';
import type { TokenScope, Verb } from '@burgee/contracts/wire';
import { capitalize, listNames } from '../../feedback/format.js';
import { texts } from './texts.js';

const { scope: says } = texts;

/** The names that the reader may see. */
export interface ScopeNames {
  projects: Readonly<Record<string, string>>;
  /** Of environments, with their projects. */
  environments: Readonly<Record<string, { name: string; project_id: string }>>;
}

interface NamedProject {
  id: string;
  name: string;
  environments?: readonly { id: string; name: string }[];
}

export function namesOf(projects: readonly NamedProject[]): ScopeNames {
  const environments = projects.flatMap((project) =>
    (project.environments ?? []).map(({ id, name }) => [id, { name, project_id: project.id }] as const),
  );
  return {
    projects: Object.fromEntries(projects.map(({ id, name }) => [id, name])),
    environments: Object.fromEntries(environments),
  };
}

/** A token of one project has no list of projects. */
export const scopeOf = ({ project_id, ...scope }: TokenScope & Pick<TokenView, 'project_id'>): TokenScope =>
  project_id === null ? scope : { ...scope, projects: [project_id] };

/** Named ones, and the number of those whose names the reader may not see. */
function listOf(named: readonly string[], others: number, count: (others: number, isAll: boolean) => string): string {
  return listNames(others === 0 ? named : [...named, count(others, named.length === 0)]);
}

function projectsText(ids: readonly string[], { projects }: ScopeNames): string {
  const named = ids.flatMap((id) => projects[id] ?? []);
  return listOf(named, ids.length - named.length, says.projects);
}

/** "Staging and Production of Web shop". */
function environmentsText(ids: readonly string[], { projects, environments }: ScopeNames): string {
  const known = ids.flatMap((id) => environments[id] ?? []);
  const named = [...new Set(known.map(({ project_id }) => project_id))].map((id) => {
    const of = known.filter(({ project_id }) => project_id === id).map(({ name }) => name);
    return says.of(listNames(of), projects[id] ?? says.projects(1, true));
  });
  return listOf(named, ids.length - known.length, says.environments);
}

const CHANGES = ['switch', 'edit', 'manage'] as const satisfies readonly Verb[];

/**
 * What a token may do, in one sentence without its period: "Switches flags in Staging of Web shop". Empty without verbs.
 * @param kind says which projects "all" are
 */
export function describeScope(scope: TokenScope, kind: TokenView['kind'], names: ScopeNames): string {
  const { verbs, projects, environments } = scope;
  const everywhere = projects === null ? says.everywhere[kind] : projectsText(projects, names);
  const reads = verbs.includes('read') ? [verbs.includes('manage') ? says.readsAll : says.does.read] : [];
  const changes = CHANGES.filter((verb) => verbs.includes(verb)).map((verb) => says.does[verb]);
  // Reading is of whole projects.
  const isOne = environments === null || changes.length === 0;
  const clauses = isOne
    ? [[...reads, ...changes]].filter((acts) => acts.length > 0).map((acts) => says.in(listNames(acts), everywhere))
    : [
        says.in(listNames(changes), environmentsText(environments, names)),
        ...reads.map((read) => says.in(read, everywhere)),
      ];
  if (verbs.includes('administer')) clauses.push(says.does.administer);
  return capitalize(clauses.join(says.and));
}
