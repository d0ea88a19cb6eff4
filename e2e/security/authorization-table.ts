import { METHODS } from 'node:http';
import { SUBJECT_TOKEN_TYPES, TOKEN_EXCHANGE_GRANT } from '@burgee/contracts/wire';
import { PASSWORD, unique } from '@burgee/testing';

export type Access =
  | 'public'
  | 'sdk-key'
  | 'session'
  | 'any-session'
  | 'instance-owner'
  | 'administrator'
  | MemberAccess;
type MemberAccess = 'viewer' | 'editor' | 'environment-editor' | 'admin' | 'owner';
export type ServiceName = 'auth' | 'flags-admin' | 'audit' | 'usage' | 'sdk-gateway' | 'api-gateway';

/** What the placeholders of a path stand for in a test. */
export interface Ids {
  id: string;
  flagId: string;
  envId: string;
  userId: string;
  sessionId: string;
  invitationId?: string;
  requestId?: string;
  webhookId?: string;
  deliveryId?: string;
  scheduleId?: string;
  linkId?: string;
  /** Of a switch-off link. */
  secret?: string;
  tokenId?: string;
  trustId?: string;
  groupRoleId?: string;
  viewId?: string;
}

/** The objects that bodies refer to. */
export interface About {
  /** The email of an account outside of the project. */
  newcomer: string;
  /** The token of an open invitation. */
  token?: string;
  /** A flag of the project. */
  flagId?: string;
  /** Two environments of the project. */
  environments?: readonly [from: string, to: string];
}

/** One route and who may call it. GET stands for HEAD too. */
export interface Line {
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  path: string;
  service: ServiceName;
  access: Access;
  /** The status for an allowed caller. */
  status: number;
  /** A body that is accepted, where one is needed. */
  body?: (about: About) => object;
}

const UNKNOWN_ID = '01900000-0000-7000-8000-000000000000';
/** The report of an edge without clients. */
const NO_CLIENTS = {
  edge: UNKNOWN_ID,
  clients: 0,
  delivered: 0,
  applied: 0,
  unknown: 0,
  streams: 0,
  pollers: 0,
  estimated: false,
  edges: [],
};
const NOWHERE = [UNKNOWN_ID, UNKNOWN_ID] as const;
/** A trust that no job has. */
export const aTrust = () => ({
  name: 'deploy',
  provider: 'gitlab',
  issuer: 'https://gitlab.com',
  audience: 'https://flags.example.com',
  claims: { project_id: '1', ref_path: 'refs/heads/main' },
  verbs: ['read'],
});
const withNoJob = () => ({
  grant_type: TOKEN_EXCHANGE_GRANT,
  subject_token_type: SUBJECT_TOKEN_TYPES[0],
  subject_token: 'none',
  audience: UNKNOWN_ID,
});
const withNoLink = () => ({ token: 'bge_lnk_none' });
const withToken = ({ token = 'bge_inv_none' }: About) => ({ token });
const tomorrow = () => new Date(Date.now() + 86_400_000).toISOString();
const newEmail = () => `${unique('new')}@example.com`;

const line = (
  method: Line['method'],
  path: string,
  service: ServiceName,
  access: Access,
  status: number,
  body?: Line['body'],
): Line => ({ method, path, service, access, status, body });

/** Typed by hand from the description of the API, so that a route opened by accident is not in it. */
const unleashMetrics = () => ({ appName: 'a', bucket: { toggles: {} } });

export const TABLE: readonly Line[] = [
  line('POST', '/api/auth/register', 'auth', 'public', 201, () => ({
    name: 'New',
    email: newEmail(),
    password: PASSWORD,
    confirmPassword: PASSWORD,
  })),
  line('POST', '/api/auth/login', 'auth', 'public', 200, ({ newcomer }) => ({ email: newcomer, password: PASSWORD })),
  line('POST', '/api/auth/logout', 'auth', 'public', 200),
  line('GET', '/api/auth/me', 'auth', 'any-session', 200),
  line('PATCH', '/api/auth/me', 'auth', 'session', 200, () => ({ name: 'Renamed' })),
  line('DELETE', '/api/auth/me', 'auth', 'any-session', 200),
  line('GET', '/api/auth/me/export', 'auth', 'session', 200),
  line('GET', '/api/auth/me/export/projects', 'flags-admin', 'session', 200),
  line('GET', '/api/auth/sessions', 'auth', 'session', 200),
  line('DELETE', '/api/auth/sessions', 'auth', 'session', 200),
  line('DELETE', '/api/auth/sessions/:id', 'auth', 'session', 200),
  line('POST', '/api/auth/password', 'auth', 'session', 200, () => ({
    current_password: PASSWORD,
    new_password: PASSWORD,
  })),
  line('POST', '/api/auth/proof', 'auth', 'session', 200, () => ({ password: PASSWORD })),
  // No link has this token.
  line('POST', '/api/auth/links/look-up', 'auth', 'public', 410, () => ({ ...withNoLink(), kind: 'reset' })),
  line('POST', '/api/auth/links/setup', 'auth', 'session', 410, withNoLink),
  line('POST', '/api/auth/links/reset', 'auth', 'public', 410, () => ({ ...withNoLink(), new_password: PASSWORD })),
  line('POST', '/api/auth/links/sign-in', 'auth', 'public', 410, withNoLink),
  line('POST', '/api/auth/token-exchange', 'auth', 'public', 401, withNoJob),
  line('POST', '/api/auth/links/verify', 'auth', 'public', 410, withNoLink),
  // This installation sends no mail.
  line('POST', '/api/auth/forgot-password', 'auth', 'public', 403, () => ({ email: newEmail() })),
  line('POST', '/api/auth/verification', 'auth', 'any-session', 403),
  line('GET', '/api/auth/providers', 'auth', 'public', 200),
  // The cluster has no provider.
  line('GET', '/api/auth/oidc/:id/start', 'auth', 'public', 404),
  line('POST', '/api/auth/oidc/:id/start', 'auth', 'public', 404),
  line('GET', '/api/auth/oidc/:id/callback', 'auth', 'public', 404),
  line('POST', '/api/auth/oidc/:id/backchannel-logout', 'auth', 'public', 404, () => ({ logout_token: 'none' })),
  line('POST', '/api/auth/oidc/:id/link', 'auth', 'session', 404),
  line('POST', '/api/auth/oidc/:id/proof', 'auth', 'session', 404),
  line('GET', '/api/auth/me/identities', 'auth', 'session', 200),
  line('DELETE', '/api/auth/me/identities/:id', 'auth', 'session', 404),

  // Accounts that are no administrators get 404.
  line('GET', '/api/administration/accounts', 'auth', 'administrator', 200),
  line('GET', '/api/administration/accounts/:userId', 'auth', 'administrator', 200),
  line('POST', '/api/administration/accounts/:userId/disable', 'auth', 'administrator', 200),
  line('POST', '/api/administration/accounts/:userId/enable', 'auth', 'administrator', 200),
  line('DELETE', '/api/administration/accounts/:userId/sessions', 'auth', 'administrator', 200),
  line('POST', '/api/administration/accounts/:userId/reset-link', 'auth', 'administrator', 201),
  line('POST', '/api/administration/accounts/:userId/administrator', 'auth', 'administrator', 200),
  line('DELETE', '/api/administration/accounts/:userId/administrator', 'auth', 'administrator', 200),
  line('DELETE', '/api/administration/accounts/:userId', 'auth', 'administrator', 200),
  line('GET', '/api/administration/registration', 'auth', 'administrator', 200),
  line('PATCH', '/api/administration/registration', 'auth', 'administrator', 200, () => ({ mode: 'open' })),
  line('GET', '/api/administration/mail', 'auth', 'administrator', 200),
  line('POST', '/api/administration/mail/test', 'auth', 'administrator', 403),
  line('GET', '/api/administration/providers', 'auth', 'administrator', 200),
  line('POST', '/api/administration/providers/:id/try', 'auth', 'administrator', 404),
  line('GET', '/api/administration/projects', 'flags-admin', 'administrator', 200),
  line('GET', '/api/administration/accounts/:userId/projects', 'flags-admin', 'administrator', 200),
  line('POST', '/api/administration/projects/:projectId/own', 'flags-admin', 'administrator', 200),

  line('GET', '/api/administration/tokens', 'auth', 'administrator', 200),
  line('POST', '/api/administration/tokens', 'auth', 'administrator', 201, () => ({ name: 'CI', verbs: ['read'] })),
  line('DELETE', '/api/administration/tokens/:tokenId', 'auth', 'administrator', 200),

  // So do accounts outside INSTANCE_OWNERS.
  line('GET', '/api/operations', 'auth', 'instance-owner', 200),

  line('GET', '/api/projects', 'flags-admin', 'session', 200),
  line('POST', '/api/projects', 'flags-admin', 'session', 201, () => ({ name: unique('project') })),
  line('GET', '/api/projects/:id', 'flags-admin', 'viewer', 200),
  line('PATCH', '/api/projects/:id', 'flags-admin', 'admin', 200, () => ({ name: unique('renamed') })),
  line('DELETE', '/api/projects/:id', 'flags-admin', 'owner', 200),

  line('GET', '/api/projects/:id/environments', 'flags-admin', 'viewer', 200),
  line('POST', '/api/projects/:id/environments', 'flags-admin', 'admin', 201, () => ({ name: unique('environment') })),
  line('PATCH', '/api/projects/:id/environments/:envId', 'flags-admin', 'admin', 200, () => ({
    name: unique('environment'),
  })),
  line('DELETE', '/api/projects/:id/environments/:envId', 'flags-admin', 'admin', 200),
  line('POST', '/api/projects/:id/environments/:envId/rotate-sdk-key', 'flags-admin', 'admin', 200, () => ({
    grace_seconds: 0,
  })),
  line('POST', '/api/projects/:id/environments/:envId/rotate-client-key', 'flags-admin', 'admin', 200, () => ({
    grace_seconds: 0,
  })),

  line('GET', '/api/projects/:id/environments/:envId/streams', 'flags-admin', 'viewer', 200),
  line('GET', '/api/projects/:id/environments/:envId/applied', 'flags-admin', 'editor', 200),
  line('GET', '/api/projects/:id/connections', 'flags-admin', 'viewer', 200),
  line('GET', '/api/projects/:id/home', 'flags-admin', 'viewer', 200),
  line('GET', '/api/projects/:id/dead-letters', 'flags-admin', 'owner', 200),
  line('GET', '/api/projects/:id/events', 'flags-admin', 'viewer', 200),

  line('GET', '/api/projects/:id/members', 'flags-admin', 'viewer', 200),
  line('POST', '/api/projects/:id/members', 'flags-admin', 'admin', 202, ({ newcomer }) => ({
    email: newcomer,
    role: 'viewer',
  })),
  line('PATCH', '/api/projects/:id/members/:userId', 'flags-admin', 'admin', 200, () => ({ role: 'editor' })),
  line('DELETE', '/api/projects/:id/members/:userId', 'flags-admin', 'admin', 200),
  line('DELETE', '/api/projects/:id/members/me', 'flags-admin', 'viewer', 200),
  line('GET', '/api/projects/:id/group-roles', 'flags-admin', 'admin', 200),
  line('POST', '/api/projects/:id/group-roles', 'flags-admin', 'owner', 201, () => ({
    issuer: 'https://id.example.com',
    group: unique('group'),
    role: 'viewer',
  })),
  line('DELETE', '/api/projects/:id/group-roles/:groupRoleId', 'flags-admin', 'owner', 404),

  line('GET', '/api/projects/:id/invitations', 'flags-admin', 'admin', 200),
  line('POST', '/api/projects/:id/invitations', 'flags-admin', 'admin', 201, () => ({ role: 'viewer' })),
  line('POST', '/api/projects/:id/invitations/:invitationId/link', 'flags-admin', 'admin', 200, () => ({
    expires_in: 3600,
  })),
  line('DELETE', '/api/projects/:id/invitations/:invitationId', 'flags-admin', 'admin', 200),
  line('POST', '/api/invitations/look-up', 'flags-admin', 'public', 200, withToken),
  line('POST', '/api/invitations/accept', 'flags-admin', 'session', 200, withToken),
  line('POST', '/api/invitations/decline', 'flags-admin', 'session', 200, withToken),
  line('GET', '/api/notices', 'flags-admin', 'session', 200),
  line('POST', '/api/notices/read', 'flags-admin', 'session', 200, () => ({ all: true })),

  line('GET', '/api/tokens', 'auth', 'session', 200),
  line('POST', '/api/tokens', 'auth', 'session', 201, () => ({ name: 'CI', verbs: ['read'] })),
  line('DELETE', '/api/tokens/:tokenId', 'auth', 'session', 200),
  line('GET', '/api/projects/:id/tokens', 'auth', 'owner', 200),
  line('POST', '/api/projects/:id/tokens', 'auth', 'owner', 201, () => ({ name: 'CI', verbs: ['read'] })),
  line('DELETE', '/api/projects/:id/tokens/:tokenId', 'auth', 'owner', 200),
  // It is none of the installation.
  line('POST', '/api/projects/:id/tokens/:tokenId/access', 'flags-admin', 'owner', 404),
  line('DELETE', '/api/projects/:id/tokens/:tokenId/access', 'flags-admin', 'owner', 404),
  line('GET', '/api/projects/:id/trusts', 'auth', 'owner', 200),
  line('POST', '/api/projects/:id/trusts', 'auth', 'owner', 201, aTrust),
  line('DELETE', '/api/projects/:id/trusts/:trustId', 'auth', 'owner', 200),

  line('GET', '/api/projects/:id/webhooks', 'flags-admin', 'admin', 200),
  line('POST', '/api/projects/:id/webhooks', 'flags-admin', 'admin', 201, () => ({
    name: 'CI',
    url: 'https://hooks.example.com/',
    actions: ['project_delete'],
  })),
  line('PATCH', '/api/projects/:id/webhooks/:webhookId', 'flags-admin', 'admin', 200, () => ({ name: unique('hook') })),
  line('POST', '/api/projects/:id/webhooks/:webhookId/rotate-secret', 'flags-admin', 'admin', 200, () => ({
    grace_seconds: 0,
  })),
  line('POST', '/api/projects/:id/webhooks/:webhookId/test', 'flags-admin', 'admin', 201),
  line('GET', '/api/projects/:id/webhooks/:webhookId/deliveries', 'flags-admin', 'admin', 200),
  line('POST', '/api/projects/:id/webhooks/:webhookId/deliveries/:deliveryId/redeliver', 'flags-admin', 'admin', 200),
  line('DELETE', '/api/projects/:id/webhooks/:webhookId', 'flags-admin', 'admin', 200),

  line('GET', '/api/projects/:id/environments/:envId/switch-off-links', 'flags-admin', 'viewer', 200),
  line(
    'POST',
    '/api/projects/:id/environments/:envId/switch-off-links',
    'flags-admin',
    'owner',
    201,
    ({ flagId = UNKNOWN_ID }) => ({ name: unique('link'), flag_id: flagId }),
  ),
  line('DELETE', '/api/projects/:id/environments/:envId/switch-off-links/:linkId', 'flags-admin', 'owner', 200),
  line('POST', '/api/switch-off/:secret', 'flags-admin', 'public', 200),

  line('GET', '/api/projects/:id/preferences', 'flags-admin', 'viewer', 200),
  line('PATCH', '/api/projects/:id/preferences', 'flags-admin', 'viewer', 200, () => ({
    views: [{ name: unique('view'), search: 'state=on' }],
  })),

  line('GET', '/api/projects/:id/views', 'flags-admin', 'viewer', 200),
  line('POST', '/api/projects/:id/views', 'flags-admin', 'editor', 201, () => ({
    name: unique('view'),
    search: 'state=on',
  })),
  line('PATCH', '/api/projects/:id/views/:viewId', 'flags-admin', 'editor', 200, () => ({ name: unique('view') })),
  line('DELETE', '/api/projects/:id/views/:viewId', 'flags-admin', 'editor', 200),

  line('GET', '/api/projects/:id/flags', 'flags-admin', 'viewer', 200),
  line('POST', '/api/projects/:id/flags', 'flags-admin', 'editor', 201, () => ({ key: unique('flag') })),
  line('POST', '/api/projects/:id/flags/changes', 'flags-admin', 'editor', 200, ({ flagId = UNKNOWN_ID }) => ({
    action: 'tag',
    flag_ids: [flagId],
    tags: ['billing'],
  })),
  line('POST', '/api/environments/:envId/changes', 'flags-admin', 'editor', 200, ({ flagId = UNKNOWN_ID }) => ({
    changes: [{ flag_id: flagId, patch: { rollout_percentage: 7 } }],
  })),
  line('POST', '/api/environments/:envId/change-requests', 'flags-admin', 'editor', 201, ({ flagId = UNKNOWN_ID }) => ({
    changes: [{ flag_id: flagId, patch: { rollout_percentage: 3 } }],
  })),
  line('GET', '/api/projects/:id/change-requests', 'flags-admin', 'viewer', 200),
  line('GET', '/api/projects/:id/change-requests/:requestId', 'flags-admin', 'viewer', 200),
  line(
    'POST',
    '/api/projects/:id/change-requests/:requestId/actions',
    'flags-admin',
    'environment-editor',
    200,
    () => ({
      action: 'reject',
    }),
  ),
  // Which environments is part of the query.
  line('GET', '/api/projects/:id/compare', 'flags-admin', 'viewer', 400),
  line(
    'POST',
    '/api/projects/:id/promote',
    'flags-admin',
    'environment-editor',
    200,
    ({ environments: [from, to] = NOWHERE }) => ({
      from,
      to,
    }),
  ),
  line('GET', '/api/environments/:envId/history', 'flags-admin', 'viewer', 200),
  line('POST', '/api/environments/:envId/explain', 'flags-admin', 'editor', 200, () => ({ context: {} })),
  line('POST', '/api/environments/:envId/restore', 'flags-admin', 'editor', 200, () => ({
    at: new Date().toISOString(),
  })),
  // A flag that is not deleted, an entry that is none of its.
  line('POST', '/api/projects/:id/flags/:flagId/restore', 'flags-admin', 'editor', 404),
  line('POST', '/api/flags/:flagId/environments/:envId/revert', 'flags-admin', 'editor', 410, () => ({
    entry_id: UNKNOWN_ID,
    to: 'before',
  })),
  line('POST', '/api/flags/:flagId/environments/:envId/schedules', 'flags-admin', 'editor', 201, () => ({
    steps: [{ at: tomorrow(), patch: { is_enabled: true } }],
  })),
  line('GET', '/api/projects/:id/schedules', 'flags-admin', 'viewer', 200),
  line('GET', '/api/projects/:id/schedules/:scheduleId', 'flags-admin', 'viewer', 200),
  line('PATCH', '/api/projects/:id/schedules/:scheduleId', 'flags-admin', 'environment-editor', 200, () => ({
    name: 'ramp',
  })),
  line('POST', '/api/projects/:id/schedules/:scheduleId/pause', 'flags-admin', 'environment-editor', 200),
  line('POST', '/api/projects/:id/schedules/:scheduleId/resume', 'flags-admin', 'environment-editor', 200),
  line('DELETE', '/api/projects/:id/schedules/:scheduleId', 'flags-admin', 'environment-editor', 200),
  line('GET', '/api/projects/:id/export', 'flags-admin', 'viewer', 200),
  line('POST', '/api/projects/:id/import', 'flags-admin', 'admin', 200, () => ({
    version: 1,
    environments: [],
    flags: [{ key: unique('flag'), type: 'boolean' }],
  })),
  line('GET', '/api/flags/:flagId', 'flags-admin', 'viewer', 200),
  line('PATCH', '/api/flags/:flagId', 'flags-admin', 'editor', 200, () => ({ name: unique('renamed') })),
  line('DELETE', '/api/flags/:flagId', 'flags-admin', 'editor', 200),
  line('POST', '/api/flags/:flagId/archive', 'flags-admin', 'editor', 200),
  line('POST', '/api/flags/:flagId/unarchive', 'flags-admin', 'editor', 200),
  line('GET', '/api/flags/:flagId/environments', 'flags-admin', 'viewer', 200),
  line('PATCH', '/api/flags/:flagId/environments/:envId/toggle', 'flags-admin', 'editor', 200, () => ({
    is_enabled: true,
  })),
  line('PATCH', '/api/flags/:flagId/environments/:envId', 'flags-admin', 'editor', 200, () => ({
    is_enabled: true,
    rollout_percentage: 40,
    targeting_attribute: 'a',
    targeting_value: 'b',
  })),

  line('GET', '/api/flags/:flagId/audit', 'audit', 'viewer', 200),
  line('GET', '/api/projects/:id/audit/latest', 'audit', 'viewer', 200),
  line('GET', '/api/projects/:id/audit/verify', 'audit', 'viewer', 200),
  line('GET', '/api/projects/:id/audit/export', 'audit', 'viewer', 200),
  line('GET', '/api/projects/:id/audit', 'audit', 'viewer', 200),

  line('GET', '/api/projects/:id/usage', 'usage', 'viewer', 200),
  line('GET', '/api/flags/:flagId/usage', 'usage', 'viewer', 200),
  line('GET', '/api/projects/:id/environments/:envId/usage', 'usage', 'viewer', 200),

  line('GET', '/api/v1/flags', 'sdk-gateway', 'sdk-key', 200),
  line('GET', '/api/v1/stream', 'sdk-gateway', 'sdk-key', 200),
  line('POST', '/api/v1/stream/ticket', 'sdk-gateway', 'sdk-key', 200),
  line('GET', '/api/v1/edge/access', 'sdk-gateway', 'sdk-key', 200),
  line('POST', '/api/v1/edge/applied', 'sdk-gateway', 'sdk-key', 202, () => ({
    wait_id: UNKNOWN_ID,
    reports: [NO_CLIENTS],
  })),
  line('POST', '/api/v1/stream/applied', 'sdk-gateway', 'sdk-key', 202, () => ({
    wait_id: UNKNOWN_ID,
    ack: 'a'.repeat(22),
  })),
  line('POST', '/api/v1/usage', 'sdk-gateway', 'sdk-key', 202, () => ({
    window: UNKNOWN_ID,
    reports: [{ app: 'a', sdk: 'a', sdk_version: '1' }],
  })),
  line('GET', '/ofrep/v1/events', 'sdk-gateway', 'sdk-key', 200),
  line('POST', '/ofrep/v1/evaluate/flags', 'sdk-gateway', 'sdk-key', 200, () => ({ context: {} })),
  line('POST', '/ofrep/v1/evaluate/flags/:key', 'sdk-gateway', 'sdk-key', 200, () => ({ context: {} })),

  line('GET', '/unleash/api/client/features', 'sdk-gateway', 'sdk-key', 200),
  line('GET', '/unleash/api/client/streaming', 'sdk-gateway', 'sdk-key', 200),
  line('POST', '/unleash/api/client/register', 'sdk-gateway', 'sdk-key', 202, () => ({ appName: 'a' })),
  line('POST', '/unleash/api/client/metrics', 'sdk-gateway', 'sdk-key', 202, unleashMetrics),
  line('POST', '/unleash/api/client/metrics/bulk', 'sdk-gateway', 'sdk-key', 202, () => ({
    applications: [],
    metrics: [],
  })),
  line('GET', '/unleash/api/frontend', 'sdk-gateway', 'sdk-key', 200),
  line('POST', '/unleash/api/frontend', 'sdk-gateway', 'sdk-key', 200, () => ({ context: {} })),
  line('POST', '/unleash/api/frontend/client/register', 'sdk-gateway', 'sdk-key', 202, () => ({ appName: 'a' })),
  line('POST', '/unleash/api/frontend/client/metrics', 'sdk-gateway', 'sdk-key', 202, unleashMetrics),
];

const OF_MEMBERS = new Set<Access>(['viewer', 'editor', 'environment-editor', 'admin', 'owner']);
/** The routes that ask for a role in a project. */
export const PROJECT_LINES = TABLE.filter(({ access }) => OF_MEMBERS.has(access));

/** On every service. */
export const EVERYWHERE = ['/livez', '/readyz', '/health', '/openapi.json'];

/** On the public address only: the pages, and the routes by which /api, /ofrep and /unleash/api are passed on to the services above. */
export const PAGES = [
  '/',
  '/*',
  '/assets/*',
  '/burgee.schema.json',
  '/docs',
  '/docs/',
  '/docs/sizing/',
  '/docs/sizing/model/*',
  '/docs/ui/*',
  '/guide',
  '/guide/*',
  '/packages/*',
];
export const PAGE_FILES = /^\/[\w./-]+\.(html|css|js|svg|png|ico|woff2|webmanifest)$/;
export const PASSED_ON = ['/api', '/ofrep', '/unleash/api'].flatMap((prefix) => [prefix, `${prefix}/*`]);
/** Any: which of them an address takes is for the service to say. */
export const PASSED_ON_METHODS = METHODS.filter((method) => method !== 'CONNECT');

/** The path with its placeholders filled. `:id` is a session's under /api/auth and a project's elsewhere. */
export function fill({ path }: Pick<Line, 'path'>, ids: Ids): string {
  const values: Record<string, string> = { ...ids, ...(path.startsWith('/api/auth/') && { id: ids.sessionId }) };
  return path.replace(/:(\w+)/g, (_, name: string) => values[name] ?? name);
}

const ORDER: readonly Access[] = ['viewer', 'editor', 'admin', 'owner'];

/**
 * In the environment of the placeholders a local editor, who is a viewer of the project, is an editor, and a local
 * viewer, who is an editor of the project, a viewer.
 */
export type CallerName =
  | 'nobody'
  | 'stranger'
  | 'viewer'
  | 'local-editor'
  | 'local-viewer'
  | 'editor'
  | 'admin'
  | 'owner';
export const CALLERS: readonly CallerName[] = [
  ...(['nobody', 'stranger', 'viewer', 'local-editor', 'local-viewer', 'editor', 'admin', 'owner'] as const),
];

/** What these change is there in every environment. */
const IN_ALL_ENVIRONMENTS = new Set([
  'PATCH /api/flags/:flagId',
  'DELETE /api/flags/:flagId',
  'POST /api/flags/:flagId/archive',
  'POST /api/flags/:flagId/unarchive',
]);
/** These change something in the environment of the placeholders. */
const IN_ONE_ENVIRONMENT = /:envId|:scheduleId|:requestId|\/promote$/;

function roleOf({ method, path, access }: Line, caller: CallerName): Access | CallerName {
  const isInOne = IN_ONE_ENVIRONMENT.test(path);
  if (caller === 'local-editor') return access === 'environment-editor' || isInOne ? 'editor' : 'viewer';
  if (caller !== 'local-viewer') return caller;
  return isInOne || IN_ALL_ENVIRONMENTS.has(`${method} ${path}`) ? 'viewer' : 'editor';
}

/** Whether a refusal names the environment of the placeholders. */
export const namesEnvironment = ({ access, path }: Line, caller: CallerName): boolean =>
  caller === 'local-viewer'
    ? access === 'editor' || access === 'environment-editor'
    : caller === 'viewer' && (access === 'environment-editor' || (access === 'editor' && path.includes(':envId')));

/** The decision of the access rule alone. */
export function expectedStatus(line: Line, caller: CallerName): number {
  const { status } = line;
  const access = line.access === 'environment-editor' ? 'editor' : line.access;
  if (access === 'public') return status;
  if (access === 'sdk-key' || caller === 'nobody') return 401;
  if (access === 'session' || access === 'any-session') return status;
  if (access === 'instance-owner' || access === 'administrator') return 404;
  if (caller === 'stranger') return 404;
  return ORDER.indexOf(roleOf(line, caller) as Access) >= ORDER.indexOf(access) ? status : 403;
}
