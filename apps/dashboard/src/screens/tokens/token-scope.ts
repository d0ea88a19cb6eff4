import type { TokenView } from '@burgee/contracts/http';
import type { SteppedVerb, TokenLimits, TokenScope, Verb } from '@burgee/contracts/wire';
import { capitalize, listChoices, listNames } from '../../feedback/format.js';
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

/** A service of the previous release knows no limits. */
type LimitedScope = TokenScope & { limits?: TokenLimits | null };

/** A token of one project has no list of projects. */
export const scopeOf = ({ project_id, ...scope }: LimitedScope & Pick<TokenView, 'project_id'>): LimitedScope =>
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

const STEPPED = ['switch', 'edit'] as const satisfies readonly SteppedVerb[];
const KEYS_SHOWN = 5;
const WHOLE_STEP = 100;

/** "by up to 10 percentage points at a time except for switches, where a rule counts as 100". None where all may be. */
function stepText({ step, without_step }: TokenLimits, verbs: readonly Verb[]): string[] {
  const [free, whole] = [true, false].map((isFree) =>
    STEPPED.filter((verb) => verbs.includes(verb) && without_step.includes(verb) === isFree),
  ) as [SteppedVerb[], SteppedVerb[]];
  if (step === null || step >= WHOLE_STEP || whole.length === 0) return [];
  const except = free.length > 0 ? says.except(listNames(free.map((verb) => says.free[verb]))) : '';
  return [`${says.step(step)}${except}`, says.wholeStep(listChoices(whole.map((verb) => says.whole[verb])))];
}

/** "changes only new-checkout, up to 20 changes in all". Empty where nothing is limited. */
function limitsText(limits: TokenLimits, verbs: readonly Verb[], isOfJob: boolean): string {
  const { flags, tag, changes, ask } = limits;
  if (changes === 0) return ask ? says.onlyAsks : says.noChange;
  const keys = flags ?? [];
  const more = keys.length - KEYS_SHOWN;
  const only = [
    ...keys.slice(0, KEYS_SHOWN),
    ...(more > 0 ? [says.flags(more, false)] : []),
    ...(tag === null ? [] : [says.tagged(tag)]),
  ];
  const counts = [...stepText(limits, verbs), ...(changes === null ? [] : [says.changes(changes, isOfJob)])];
  if (only.length === 0 && counts.length === 0) return '';
  const subject = only.length > 0 ? says.onlyFlags(listNames(only)) : says.anyFlag;
  return [subject, ...counts, ...(ask ? [says.asks] : [])].join(', ');
}

/**
 * What a token may do, in one sentence without its period: "Switches flags in Staging of Web shop". Empty without verbs.
 * @param kind says which projects "all" are
 */
export function describeScope(scope: LimitedScope, kind: TokenView['kind'] | 'job', names: ScopeNames): string {
  const { verbs, projects, environments } = scope;
  const isOfJob = kind === 'job';
  const everywhere = projects === null ? says.everywhere[isOfJob ? 'service' : kind] : projectsText(projects, names);
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
  const limits = scope.limits ? limitsText(scope.limits, verbs, isOfJob) : '';
  const does = capitalize(clauses.join(says.and));
  return limits === '' || does === '' ? does : says.within(does, limits);
}
