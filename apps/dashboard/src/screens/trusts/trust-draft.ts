import type { CreateTrustRequest, TrustView } from '@burgee/contracts/http';
import type { TokenScope, TrustProvider, Verb } from '@burgee/contracts/wire';
import { texts } from './texts.js';

interface Preset {
  issuer: string;
  /** The claim with the number of the repository. */
  id: string;
  /** Claims one of which says which jobs. None where the first says it all. */
  scopes: readonly string[];
}

export const PRESETS: Readonly<Record<TrustProvider, Preset>> = {
  github: {
    issuer: 'https://token.actions.githubusercontent.com',
    id: 'repository_id',
    scopes: ['ref', 'environment'],
  },
  gitlab: { issuer: 'https://gitlab.com', id: 'project_id', scopes: ['ref_path', 'environment'] },
  forgejo: { issuer: '', id: 'repository_id', scopes: ['ref', 'environment'] },
  oidc: { issuer: '', id: 'sub', scopes: [] },
};

export interface TrustDraft {
  name: string;
  provider: TrustProvider;
  issuer: string;
  audience: string;
  /** The value of the claim that the preset calls `id`. */
  id: string;
  /** The claim that says which jobs, and its value. */
  scope: string;
  value: string;
  verbs: Verb[];
  environments: string[];
}

export const newTrust = (audience: string): TrustDraft => ({
  name: '',
  provider: 'github',
  issuer: PRESETS.github.issuer,
  audience,
  id: '',
  scope: 'ref',
  value: '',
  verbs: ['switch'],
  environments: [],
});

/** Another provider brings its issuer, unless another one was typed, and its claims. */
export function withProvider(draft: TrustDraft, provider: TrustProvider): TrustDraft {
  const { issuer, scopes } = PRESETS[provider];
  const isTyped = draft.issuer !== PRESETS[draft.provider].issuer;
  const scope = scopes.includes(draft.scope) ? draft.scope : (scopes[0] ?? '');
  return { ...draft, provider, scope, issuer: isTyped ? draft.issuer : issuer };
}

type Faults = Partial<Record<'name' | 'issuer' | 'audience' | 'verbs', string>>;

/** What is missing. The service says what is wrong with claims, and why. */
export function trustFaults({ name, issuer, audience, verbs }: TrustDraft): Faults {
  return {
    ...(name.trim() === '' && { name: texts.nameMissing }),
    ...(issuer.trim() === '' && { issuer: texts.issuerMissing }),
    ...(audience.trim() === '' && { audience: texts.audienceMissing }),
    ...(verbs.length === 0 && { verbs: texts.verbsMissing }),
  };
}

/** Managing concerns whole projects. */
export const mayNarrow = ({ verbs }: Pick<TrustDraft, 'verbs'>) => !verbs.includes('manage');

export function trustScope(draft: TrustDraft, projectId: string): TokenScope {
  const isNarrow = draft.environments.length > 0 && mayNarrow(draft);
  return { verbs: draft.verbs, projects: [projectId], environments: isNarrow ? draft.environments : null };
}

/** Empty claims are left out, so that the service says which are required. */
export function toTrustRequest(draft: TrustDraft): CreateTrustRequest {
  const { name, provider, issuer, audience, verbs, environments } = draft;
  const claims = [
    [PRESETS[provider].id, draft.id.trim()],
    ...(draft.scope === '' ? [] : [[draft.scope, draft.value.trim()]]),
  ].filter(([, value]) => value !== '');
  return {
    name: name.trim(),
    provider,
    issuer: issuer.trim(),
    audience: audience.trim(),
    claims: Object.fromEntries(claims) as Record<string, string>,
    verbs,
    ...(environments.length > 0 && mayNarrow(draft) && { environments }),
  };
}

/** "GitHub jobs with repository_id 74 and ref refs/heads/main". */
export const describeJobs = ({ provider, claims }: Pick<TrustView, 'provider' | 'claims'>): string =>
  texts.jobs(
    texts.providers[provider],
    Object.entries(claims).map(([claim, value]) => texts.claim(claim, value)),
  );
