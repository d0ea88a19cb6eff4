import { PASSWORD, unique } from '@burgee/testing';

export type Access = 'public' | 'sdk-key' | 'session' | 'viewer' | 'editor' | 'admin' | 'owner';
export type ServiceName = 'auth' | 'flags-admin' | 'audit' | 'sdk-gateway' | 'api-gateway';

/** What the placeholders of a path stand for in a test. */
export interface Ids {
  id: string;
  flagId: string;
  envId: string;
  userId: string;
  sessionId: string;
}

/** One route and who may call it. GET stands for HEAD too. */
export interface Line {
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  path: string;
  service: ServiceName;
  access: Access;
  /** What it answers to somebody who may. */
  status: number;
  /** A body that is accepted, where one is needed. */
  body?: (about: { newcomer: string }) => object;
}

const newEmail = () => `${unique('new')}@example.com`;

/** Typed by hand from the description of the API, so that a route opened by accident is not in it. */
export const TABLE: readonly Line[] = [
  {
    method: 'POST',
    path: '/api/auth/register',
    service: 'auth',
    access: 'public',
    status: 201,
    body: () => ({
      name: 'New',
      email: newEmail(),
      password: PASSWORD,
      confirmPassword: PASSWORD,
    }),
  },
  {
    method: 'POST',
    path: '/api/auth/login',
    service: 'auth',
    access: 'public',
    status: 200,
    body: ({ newcomer }) => ({
      email: newcomer,
      password: PASSWORD,
    }),
  },
  { method: 'POST', path: '/api/auth/logout', service: 'auth', access: 'public', status: 200 },
  { method: 'GET', path: '/api/auth/me', service: 'auth', access: 'session', status: 200 },
  { method: 'GET', path: '/api/auth/sessions', service: 'auth', access: 'session', status: 200 },
  { method: 'DELETE', path: '/api/auth/sessions', service: 'auth', access: 'session', status: 200 },
  { method: 'DELETE', path: '/api/auth/sessions/:id', service: 'auth', access: 'session', status: 200 },
  {
    method: 'POST',
    path: '/api/auth/password',
    service: 'auth',
    access: 'session',
    status: 200,
    body: () => ({
      current_password: PASSWORD,
      new_password: PASSWORD,
    }),
  },

  { method: 'GET', path: '/api/projects', service: 'flags-admin', access: 'session', status: 200 },
  {
    method: 'POST',
    path: '/api/projects',
    service: 'flags-admin',
    access: 'session',
    status: 201,
    body: () => ({ name: unique('project') }),
  },
  { method: 'GET', path: '/api/projects/:id', service: 'flags-admin', access: 'viewer', status: 200 },
  {
    method: 'PATCH',
    path: '/api/projects/:id',
    service: 'flags-admin',
    access: 'admin',
    status: 200,
    body: () => ({ name: unique('renamed') }),
  },
  { method: 'DELETE', path: '/api/projects/:id', service: 'flags-admin', access: 'owner', status: 200 },

  { method: 'GET', path: '/api/projects/:id/environments', service: 'flags-admin', access: 'viewer', status: 200 },
  {
    method: 'POST',
    path: '/api/projects/:id/environments',
    service: 'flags-admin',
    access: 'admin',
    status: 201,
    body: () => ({ name: unique('environment') }),
  },
  {
    method: 'PATCH',
    path: '/api/projects/:id/environments/:envId',
    service: 'flags-admin',
    access: 'admin',
    status: 200,
    body: () => ({ name: unique('environment') }),
  },
  {
    method: 'DELETE',
    path: '/api/projects/:id/environments/:envId',
    service: 'flags-admin',
    access: 'admin',
    status: 200,
  },
  {
    method: 'POST',
    path: '/api/projects/:id/environments/:envId/rotate-sdk-key',
    service: 'flags-admin',
    access: 'admin',
    status: 200,
    body: () => ({ grace_seconds: 0 }),
  },

  {
    method: 'GET',
    path: '/api/projects/:id/environments/:envId/streams',
    service: 'flags-admin',
    access: 'viewer',
    status: 200,
  },
  { method: 'GET', path: '/api/projects/:id/connections', service: 'flags-admin', access: 'viewer', status: 200 },
  { method: 'GET', path: '/api/projects/:id/events', service: 'flags-admin', access: 'viewer', status: 200 },

  { method: 'GET', path: '/api/projects/:id/members', service: 'flags-admin', access: 'viewer', status: 200 },
  {
    method: 'POST',
    path: '/api/projects/:id/members',
    service: 'flags-admin',
    access: 'admin',
    status: 201,
    body: ({ newcomer }) => ({
      email: newcomer,
      role: 'viewer',
    }),
  },
  {
    method: 'PATCH',
    path: '/api/projects/:id/members/:userId',
    service: 'flags-admin',
    access: 'admin',
    status: 200,
    body: () => ({ role: 'editor' }),
  },
  {
    method: 'DELETE',
    path: '/api/projects/:id/members/:userId',
    service: 'flags-admin',
    access: 'admin',
    status: 200,
  },
  { method: 'DELETE', path: '/api/projects/:id/members/me', service: 'flags-admin', access: 'viewer', status: 200 },

  { method: 'GET', path: '/api/projects/:id/flags', service: 'flags-admin', access: 'viewer', status: 200 },
  {
    method: 'POST',
    path: '/api/projects/:id/flags',
    service: 'flags-admin',
    access: 'editor',
    status: 201,
    body: () => ({ key: unique('flag') }),
  },
  { method: 'GET', path: '/api/flags/:flagId', service: 'flags-admin', access: 'viewer', status: 200 },
  {
    method: 'PATCH',
    path: '/api/flags/:flagId',
    service: 'flags-admin',
    access: 'editor',
    status: 200,
    body: () => ({ name: unique('renamed') }),
  },
  { method: 'DELETE', path: '/api/flags/:flagId', service: 'flags-admin', access: 'editor', status: 200 },
  { method: 'GET', path: '/api/flags/:flagId/environments', service: 'flags-admin', access: 'viewer', status: 200 },
  {
    method: 'PATCH',
    path: '/api/flags/:flagId/environments/:envId/toggle',
    service: 'flags-admin',
    access: 'editor',
    status: 200,
    body: () => ({ is_enabled: true }),
  },
  {
    method: 'PATCH',
    path: '/api/flags/:flagId/environments/:envId',
    service: 'flags-admin',
    access: 'editor',
    status: 200,
    body: () => ({
      is_enabled: true,
      rollout_percentage: 40,
    }),
  },

  { method: 'GET', path: '/api/flags/:flagId/audit', service: 'audit', access: 'viewer', status: 200 },
  { method: 'GET', path: '/api/projects/:id/audit/latest', service: 'audit', access: 'viewer', status: 200 },
  { method: 'GET', path: '/api/projects/:id/audit', service: 'audit', access: 'viewer', status: 200 },

  { method: 'GET', path: '/api/v1/flags', service: 'sdk-gateway', access: 'sdk-key', status: 200 },
  { method: 'GET', path: '/api/v1/stream', service: 'sdk-gateway', access: 'sdk-key', status: 200 },
  { method: 'POST', path: '/api/v1/stream/ticket', service: 'sdk-gateway', access: 'sdk-key', status: 200 },
];

/** On every service. */
export const EVERYWHERE = ['/livez', '/readyz', '/health', '/openapi.json'];

/** On the public address only: the pages, and the door through which /api is passed on to the services above. */
export const PAGES = ['/*', '/assets/*', '/docs', '/docs/', '/docs/ui/*'];
export const PAGE_FILES = /^\/[\w./-]+\.(html|css|js|svg|png|ico|woff2|webmanifest)$/;
export const PASSED_ON = ['/api', '/api/*'];
export const PASSED_ON_METHODS = ['DELETE', 'GET', 'HEAD', 'OPTIONS', 'PATCH', 'POST', 'PUT'];

/** The path with its placeholders filled. `:id` is a session's under /api/auth and a project's elsewhere. */
export function fill({ path }: Pick<Line, 'path'>, ids: Ids): string {
  const values: Record<string, string> = { ...ids, ...(path.startsWith('/api/auth/') && { id: ids.sessionId }) };
  return path.replace(/:(\w+)/g, (_, name: string) => values[name] ?? name);
}

const ORDER: readonly Access[] = ['viewer', 'editor', 'admin', 'owner'];

export type CallerName = 'nobody' | 'stranger' | 'viewer' | 'editor' | 'admin' | 'owner';
export const CALLERS: readonly CallerName[] = ['nobody', 'stranger', 'viewer', 'editor', 'admin', 'owner'];

/** What the access rule alone says of a caller. */
export function expectedStatus({ access, status }: Line, caller: CallerName): number {
  if (access === 'public') return status;
  if (access === 'sdk-key' || caller === 'nobody') return 401;
  if (access === 'session') return status;
  if (caller === 'stranger') return 404;
  return ORDER.indexOf(caller) >= ORDER.indexOf(access) ? status : 403;
}
