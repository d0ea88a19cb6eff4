import type { FieldFault, TrustProvider } from '@burgee/contracts/wire';

/** What a trust asks of the token of a CI job. */
export interface TrustRules {
  provider: TrustProvider;
  issuer: string;
  audience: string;
  /** Exact values, by claim. */
  claims: Readonly<Record<string, string>>;
}

/** The claims of a token, verified or not. */
export type Claims = Readonly<Record<string, unknown>>;

interface Provider {
  /** The claim with the number of the repository or project, which no other one gets after a deletion or a rename. */
  id: string;
  /** One of these says which of its jobs. */
  scopes: readonly string[];
  /** The claim that says what started the job, and the values that no fork's pull request has. */
  startedBy: { claim: string; values: ReadonlySet<string> } | undefined;
  /** The address of the job. */
  run: (claims: Claims, issuer: string) => string | undefined;
}

const text = (value: unknown): string | undefined =>
  ['string', 'number', 'boolean'].includes(typeof value) ? String(value) : undefined;

/** Names in claims may have any characters, and the address is shown in histories. */
const pathOf = (value: unknown): string | undefined =>
  text(value)
    ?.split('/')
    .map((part) => encodeURIComponent(part))
    .join('/');

function joined(base: string, ...parts: (string | undefined)[]): string | undefined {
  return parts.includes(undefined) ? undefined : `${base}/${parts.join('/')}`;
}

/** `pull_request_target` and `workflow_run` run on the default branch, with its `ref`, for a fork's pull request. */
const EVENTS = new Set([
  'create',
  'deployment',
  'push',
  'release',
  'repository_dispatch',
  'schedule',
  'workflow_dispatch',
]);

const ofActions = (base: (issuer: string) => string): Provider => ({
  id: 'repository_id',
  scopes: ['ref', 'environment'],
  startedBy: { claim: 'event_name', values: EVENTS },
  run: (claims, issuer) => joined(base(issuer), pathOf(claims.repository), 'actions/runs', pathOf(claims.run_id)),
});

/** By provider, from the documentation of its tokens. */
const PROVIDERS: Record<TrustProvider, Provider> = {
  // An Enterprise Server signs as https://HOST/_services/token.
  github: ofActions((issuer) =>
    issuer === 'https://token.actions.githubusercontent.com' ? 'https://github.com' : new URL(issuer).origin,
  ),
  // Signs as https://HOST/api/actions.
  forgejo: ofActions((issuer) => issuer.replace(/\/api\/actions\/?$/, '')),
  gitlab: {
    id: 'project_id',
    scopes: ['ref', 'ref_path', 'environment'],
    // Not merge_request_event, external_pull_request_event and pipelines that another one starts.
    startedBy: { claim: 'pipeline_source', values: new Set(['api', 'push', 'schedule', 'trigger', 'web']) },
    run: (claims, issuer) =>
      joined(issuer.replace(/\/$/, ''), pathOf(claims.project_path), '-/jobs', pathOf(claims.job_id)),
  },
  // OpenID Connect lets no issuer give the same `sub` to another subject.
  oidc: { id: 'sub', scopes: [], startedBy: undefined, run: () => undefined },
};

const NUMERIC = /^[1-9]\d{0,18}$/;

/** What is wrong with the claims of a trust: without these it would trust more than one repository, or all its jobs. */
export function claimFaults({ provider, claims }: Pick<TrustRules, 'provider' | 'claims'>): FieldFault[] {
  const { id, scopes } = PROVIDERS[provider];
  const faults: FieldFault[] = [];
  if (claims[id] === undefined)
    faults.push({
      pointer: `/claims/${id}`,
      detail: `is required: a name may pass to someone else, and ${id} does not`,
    });
  else if (id !== 'sub' && !NUMERIC.test(claims[id]))
    faults.push({ pointer: `/claims/${id}`, detail: 'must be a number, as the provider shows it' });
  if (scopes.length > 0 && !scopes.some((scope) => claims[scope] !== undefined))
    faults.push({ pointer: '/claims', detail: `must name one of ${scopes.join(', ')}, or every branch could do this` });
  if (provider === 'gitlab' && claims.ref !== undefined && claims.ref_type === undefined)
    faults.push({
      pointer: '/claims/ref_type',
      detail: 'is required next to ref: a tag may have the name of a branch',
    });
  return faults;
}

/** Whether the job of these claims is one that the trust is for. Their signature, issuer and times are checked before. */
export function fits({ provider, claims: wanted }: Pick<TrustRules, 'provider' | 'claims'>, claims: Claims): boolean {
  const { startedBy } = PROVIDERS[provider];
  const isStarted = !startedBy || startedBy.values.has(text(claims[startedBy.claim]) ?? '');
  return (
    isStarted &&
    Object.entries(wanted).every(([name, value]) => Object.hasOwn(claims, name) && text(claims[name]) === value)
  );
}

const RUN_AT_MOST = 500;

/** The address of the CI job, for histories. Null where the provider has none, or it is too long. */
export function runOf(provider: TrustProvider, claims: Claims, issuer: string): string | null {
  const run = PROVIDERS[provider].run(claims, issuer);
  return run !== undefined && run.length <= RUN_AT_MOST ? run : null;
}
