import type { EnvironmentRoles, MemberRoles, Role } from './roles.js';
import type { TokenLimits } from './token-limits.js';

/** What a token may do: see; switch flags; change percentages, rules and values; all else in projects; Administration. */
export const VERBS = ['read', 'switch', 'edit', 'manage', 'administer'] as const;
export type Verb = (typeof VERBS)[number];

/** What a project's own token may have. */
export const PROJECT_VERBS = VERBS.filter((verb) => verb !== 'administer');

export const TOKEN_KINDS = ['personal', 'service'] as const;
export type TokenKind = (typeof TOKEN_KINDS)[number];

export const TOKEN_DAYS_AT_MOST = 366;
export const TOKEN_DAYS = 90;
/** Live tokens of one account, of one project, and of the installation. */
export const TOKENS_AT_MOST = 100;

/** The limits of a token. It never has more than whom it belongs to. */
export interface TokenScope {
  verbs: readonly Verb[];
  /** Null: all projects of the account, or all that admit the token. */
  projects: readonly string[] | null;
  /** The environments that it changes; it reads all of a project, without keys. Null: all. */
  environments: readonly string[] | null;
}

/** The token that makes a request. */
export interface ActingToken extends TokenScope {
  id: string;
  name: string;
  kind: TokenKind;
  /** Of a service token of one project. */
  projectId: string | null;
  /** None: what its scope covers, it may change. */
  limits?: TokenLimits | null;
  /** The address of the CI job that has the token. */
  run?: string | null;
}

const has = (scope: Pick<TokenScope, 'verbs'>, ...verbs: Verb[]) => verbs.some((verb) => scope.verbs.includes(verb));

/** Managing concerns a whole project, and Administration has no environments. */
export const needsAllEnvironments = (scope: Pick<TokenScope, 'verbs'>): boolean => has(scope, 'manage', 'administer');

export const coversProject = ({ projects }: Pick<TokenScope, 'projects'>, projectId: string): boolean =>
  projects === null || projects.includes(projectId);

export const coversEnvironment = ({ environments }: Pick<TokenScope, 'environments'>, environmentId: string): boolean =>
  environments === null || environments.includes(environmentId.toLowerCase());

/**
 * The roles with which a token acts: those of its account, lowered to what its verbs take, and `viewer` outside its
 * environments. A service token has the roles that its verbs take, and is never an owner.
 * @param own of the account of a personal token
 */
export function rolesOf(scope: TokenScope, own: MemberRoles = { role: 'admin' }): MemberRoles {
  if (has(scope, 'manage') && scope.environments === null) return own;
  if (!has(scope, 'switch', 'edit')) return { role: 'viewer' };
  const roles = own.environment_roles ?? {};
  const lowered = (role: Role) => (role === 'viewer' ? 'viewer' : 'editor');
  if (scope.environments === null) return { role: lowered(own.role), environment_roles: roles };
  const isMember = own.role === 'viewer' || own.role === 'editor';
  const inside = scope.environments.map((id) => {
    const role = isMember && Object.hasOwn(roles, id) ? roles[id] : undefined;
    return [id, role ?? lowered(own.role)];
  });
  return { role: 'viewer', environment_roles: Object.fromEntries(inside) as EnvironmentRoles };
}

/** Fields that come with a patch of a value, and do not change it. */
const NO_VALUES = new Set(['flag_id', 'if_match', 'comment', 'name', 'if_late', 'if_changed', 'draft', 'at']);
const SWITCHES = new Set(['is_enabled', 'served']);

/** The verbs that these patches of values take. What is not known takes `edit`. */
function verbsOfPatches(patches: readonly unknown[]): Verb[] {
  const fields = patches.flatMap((patch) => (typeof patch === 'object' && patch ? Object.keys(patch) : ['unknown']));
  const changed = fields.filter((name) => !NO_VALUES.has(name));
  const isEdit = changed.length === 0 || changed.some((name) => !SWITCHES.has(name));
  return [
    ...(changed.some((name) => SWITCHES.has(name)) ? ['switch' as const] : []),
    ...(isEdit ? ['edit' as const] : []),
  ];
}

const fieldOf = (body: unknown, name: string) => (body as Record<string, unknown> | null | undefined)?.[name];
const listIn = (body: unknown, name: string): unknown[] => {
  const value = fieldOf(body, name);
  return Array.isArray(value) ? value : [undefined];
};
const patchOf = (item: unknown) => fieldOf(item, 'patch');

/** What is for whole flags takes `manage`, too. */
const verbsOfRequested = (changes: readonly unknown[]): Verb[] => [
  ...verbsOfPatches(changes.map(patchOf)),
  ...(changes.some((one) => !['update', undefined].includes(fieldOf(one, 'action') as string | undefined))
    ? ['manage' as const]
    : []),
];

const VALUES: readonly Verb[] = ['switch', 'edit'];
const ALL: readonly Verb[] = ['switch', 'edit', 'manage'];

/** All of these. Null: no token may. */
type Needed = readonly Verb[] | null;

/** Routes that differ from the rule of their policy. */
const DIFFERENT: Readonly<Record<string, Needed | ((body: unknown) => Needed)>> = {
  'POST /api/projects': ['manage'],
  'GET /api/projects': ['read'],
  'GET /api/flags/:flagId/audit': ['read'],
  'POST /api/environments/:envId/explain': ['read'],
  'PATCH /api/flags/:flagId/environments/:envId/toggle': ['switch'],
  'PATCH /api/flags/:flagId/environments/:envId': (body) => verbsOfPatches([body]),
  'POST /api/environments/:envId/changes': (body) => verbsOfPatches(listIn(body, 'changes').map(patchOf)),
  'POST /api/environments/:envId/change-requests': (body) => verbsOfRequested(listIn(body, 'changes')),
  'POST /api/flags/:flagId/environments/:envId/schedules': (body) => verbsOfPatches(listIn(body, 'steps').map(patchOf)),
  'POST /api/flags/:flagId/environments/:envId/revert': VALUES,
  'POST /api/projects/:id/promote': VALUES,
  // No token approves.
  'POST /api/projects/:id/change-requests/:requestId/actions': (body) =>
    fieldOf(body, 'action') === 'approve' ? null : VALUES,
  'PATCH /api/projects/:id/schedules/:scheduleId': VALUES,
  'POST /api/projects/:id/schedules/:scheduleId/pause': VALUES,
  'POST /api/projects/:id/schedules/:scheduleId/resume': VALUES,
  'DELETE /api/projects/:id/schedules/:scheduleId': VALUES,
  // These also bring flags back or make new ones.
  'POST /api/environments/:envId/restore': ALL,
  'POST /api/projects/:id/flags/:flagId/restore': ALL,
  'POST /api/projects/:id/import': ALL,
  'POST /api/projects/:id/environments': ALL,
  // Whom these make a member or give a role may do all of it.
  'POST /api/projects/:id/members': ALL,
  'PATCH /api/projects/:id/members/:userId': ALL,
  'POST /api/projects/:id/group-roles': ALL,
  'POST /api/projects/:id/invitations': ALL,
  'POST /api/projects/:id/invitations/:invitationId/link': ALL,
  'PATCH /api/projects/:id/preferences': null,
  'GET /api/projects/:id/preferences': null,
  'DELETE /api/projects/:id/members/me': null,
  // What these give outlives the token, and is more than it has.
  'GET /api/projects/:id/tokens': null,
  'POST /api/projects/:id/tokens': null,
  'DELETE /api/projects/:id/tokens/:tokenId': null,
  'POST /api/projects/:id/tokens/:tokenId/access': null,
  'GET /api/projects/:id/trusts': null,
  'POST /api/projects/:id/trusts': null,
  'DELETE /api/projects/:id/trusts/:trustId': null,
  'DELETE /api/projects/:id/tokens/:tokenId/access': null,
  'POST /api/projects/:id/environments/:envId/switch-off-links': null,
  'GET /api/administration/tokens': null,
  'POST /api/administration/tokens': null,
  'DELETE /api/administration/tokens/:tokenId': null,
  'POST /api/administration/accounts/:userId/reset-link': null,
  'POST /api/administration/accounts/:userId/administrator': null,
  'DELETE /api/administration/accounts/:userId/administrator': null,
  'POST /api/administration/projects/:projectId/own': null,
};

/**
 * The verbs that a call takes, each of them; null where no token may call. Everything that a person does with the own
 * account takes a session.
 * @param policy of the route @param path as registered, with the names of parameters @param body not validated yet
 */
export function verbsFor(policy: string, method: string, path: string, body?: unknown): Needed {
  const verb = method === 'HEAD' ? 'GET' : method;
  const different = DIFFERENT[`${verb} ${path}`];
  if (different !== undefined) return typeof different === 'function' ? different(body) : different;
  switch (policy) {
    case 'administrator':
    case 'instance-owner':
      return ['administer'];
    case 'admin':
    case 'owner':
      return ['manage'];
    case 'viewer':
    case 'editor':
    case 'environment-editor':
      return [verb === 'GET' ? 'read' : 'manage'];
    default:
      return null;
  }
}
