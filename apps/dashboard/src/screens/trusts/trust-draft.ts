import type { CreateTrustRequest, TrustView } from '@burgee/contracts/http';
import type { TrustProvider } from '@burgee/contracts/wire';
import { NO_LIMITS } from '../tokens/limits-draft.js';
import { changesValues, type Faults, type ScopeDraft, scopeFaults, scopeRequest } from '../tokens/scope-draft.js';
import { texts as all } from '../tokens/texts.js';
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

export interface TrustDraft extends ScopeDraft {
  provider: TrustProvider;
  issuer: string;
  audience: string;
  /** The value of the claim that the preset calls `id`. */
  id: string;
  /** The claim that says which jobs, and its value. */
  scope: string;
  value: string;
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
  limits: NO_LIMITS,
});

/** Another provider brings its issuer, unless another one was typed, and its claims. */
export function withProvider(draft: TrustDraft, provider: TrustProvider): TrustDraft {
  const { issuer, scopes } = PRESETS[provider];
  const isTyped = draft.issuer !== PRESETS[draft.provider].issuer;
  const scope = scopes.includes(draft.scope) ? draft.scope : (scopes[0] ?? '');
  return { ...draft, provider, scope, issuer: isTyped ? draft.issuer : issuer };
}

/** A trust names its environments: without one, it would be for all, also for later ones. */
export const lacksEnvironment = (draft: ScopeDraft) => changesValues(draft) && draft.environments.length === 0;

/** What is missing. The service says what is wrong with claims, and why. */
export const trustFaults = (draft: TrustDraft): Faults => ({
  ...scopeFaults(draft),
  ...(draft.issuer.trim() === '' && { issuer: texts.issuerMissing }),
  ...(draft.audience.trim() === '' && { audience: texts.audienceMissing }),
  ...(lacksEnvironment(draft) && { environments: all.chooseOne }),
});

/** Empty claims are left out, so that the service says which are required. */
export function toTrustRequest(draft: TrustDraft, projectId: string): CreateTrustRequest {
  const { provider, issuer, audience } = draft;
  const claims = [
    [PRESETS[provider].id, draft.id.trim()],
    ...(draft.scope === '' ? [] : [[draft.scope, draft.value.trim()]]),
  ].filter(([, value]) => value !== '');
  return {
    ...scopeRequest(draft, [projectId]),
    provider,
    issuer: issuer.trim(),
    audience: audience.trim(),
    claims: Object.fromEntries(claims) as Record<string, string>,
  };
}

/** "GitHub jobs with repository_id 74 and ref refs/heads/main". */
export const describeJobs = ({ provider, claims }: Pick<TrustView, 'provider' | 'claims'>): string =>
  texts.jobs(
    texts.providers[provider],
    Object.entries(claims).map(([claim, value]) => texts.claim(claim, value)),
  );
