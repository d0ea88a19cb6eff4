import type { Grown } from './seed-growth.js';

/** One page of a list, as it is asked for. */
export interface List {
  name: string;
  path: string;
  /** The address in /openapi.json. */
  route: string;
}

const FILTERS = [
  [],
  ['action'],
  ['actor'],
  ['flag'],
  ['environment'],
  ['actor', 'environment'],
  ['flag', 'actor'],
  ['flag', 'environment'],
  ['flag', 'actor', 'environment', 'action'],
] as const;

/** Reads that never end, that are one document however large it is, handed out in turns, or that ask every process. */
const NO_LISTS = new Set([
  '/api/projects/{id}/events',
  '/api/v1/stream',
  '/ofrep/v1/events',
  '/unleash/api/client/streaming',
  '/api/projects/{id}/export',
  '/api/projects/{id}/audit/export',
  '/api/projects/{id}/audit/verify',
  '/api/operations',
]);

export function listsOf(grown: Grown): List[] {
  const { projectId, flagId, userId, environmentId, otherEnvironmentId, webhookId, scheduleId, requestId } = grown;
  const { wideProjectId, wideFlagId } = grown;
  const by = { actor: userId, flag: flagId, environment: environmentId, action: 'flag_toggle' };
  const ofProject =
    (id: string) =>
    (part: string, name: string, query = ''): List => ({
      name,
      path: `/api/projects/${id}${part}${query}`,
      route: `/api/projects/{id}${part}`,
    });
  const [own, wide] = [ofProject(projectId), ofProject(wideProjectId)];
  const ofFlag = (id: string, part: string, name: string): List => ({
    name,
    path: `/api/flags/${id}${part}`,
    route: `/api/flags/{flagId}${part}`,
  });
  const plain = (path: string, name: string): List => ({ name, path, route: path });
  return [
    plain('/api/auth/me', 'your account'),
    plain('/api/auth/sessions', 'your 100 sessions'),
    plain('/api/projects', 'your 500 projects'),
    own('', 'a project of 50 environments'),
    wide('', 'a project of 2,000 environments'),
    own('/environments', '50 environments'),
    wide('/environments', '2,000 environments'),
    own('/connections', 'connections of 50 environments'),
    wide('/connections', 'connections of 2,000 environments'),
    {
      ...own(`/environments/${environmentId}/streams`, 'streams of an environment'),
      route: '/api/projects/{id}/environments/{envId}/streams',
    },
    {
      ...own(`/environments/${environmentId}/applied`, 'clients that have the last change'),
      route: '/api/projects/{id}/environments/{envId}/applied',
    },
    own('/members', '400 members'),
    own('/invitations', '100 invitations'),
    own('/webhooks', '10 webhooks'),
    {
      ...own(`/webhooks/${webhookId}/deliveries`, '1,000 deliveries of a webhook'),
      route: '/api/projects/{id}/webhooks/{webhookId}/deliveries',
    },
    own('/schedules', '100 schedules'),
    {
      ...own(`/schedules/${scheduleId}`, 'a schedule of 20 steps'),
      route: '/api/projects/{id}/schedules/{scheduleId}',
    },
    own('/change-requests', '100 change requests'),
    {
      ...own(`/change-requests/${requestId}`, 'a change request of 50 flags'),
      route: '/api/projects/{id}/change-requests/{requestId}',
    },
    own('/compare', 'two environments that differ in 5,000 flags', `?from=${environmentId}&to=${otherEnvironmentId}`),
    {
      name: '5,000 flags as they are in history',
      path: `/api/environments/${environmentId}/history`,
      route: '/api/environments/{envId}/history',
    },
    own('/usage', 'usage of 5,000 flags, 100 on a page'),
    {
      ...own(`/environments/${environmentId}/usage`, 'applications'),
      route: '/api/projects/{id}/environments/{envId}/usage',
    },
    ofFlag(flagId, '/usage', 'usage of a flag, a day'),
    { ...ofFlag(flagId, '/usage', 'usage of a flag, 90 days'), path: `/api/flags/${flagId}/usage?days=90` },
    own('/preferences', 'your 500 favorites and 50 views'),
    own('/dead-letters', 'dead letters'),
    own('/flags', '5,000 flags in 50 environments'),
    own('/flags', '5,000 flags, 1,000 on a page', '?limit=1000'),
    own('/flags', '5,000 flags by a search that finds one', '?search=seeded-04999'),
    own('/flags', '5,000 flags by a search that finds nothing', '?search=nowhere'),
    own('/flags', '5,000 flags by type', '?type=json'),
    own('/flags', '5,000 flags that are on', '?state=on'),
    own('/flags', '5,000 flags that are off', '?state=off'),
    own('/flags', '5,000 flags by tag', '?tag=team-7'),
    own('/flags', '5,000 flags by owner', `?owner=${userId}`),
    own('/flags', '5,000 flags by age', '?created_before=2020-01-01T00:00:00Z'),
    own('/flags', '5,000 flags that are archived', '?archived=true'),
    own('/flags', '5,000 flags that are on in one environment', `?state=on&environment=${environmentId}`),
    own('/flags', '5,000 flags in short rows, 1,000 on a page', '?fields=summary&limit=1000'),
    wide('/flags', 'flags in 2,000 environments'),
    ofFlag(flagId, '', 'a flag in 50 environments'),
    ofFlag(wideFlagId, '', 'a flag in 2,000 environments'),
    ofFlag(flagId, '/environments', 'values of a flag in 50 environments'),
    ofFlag(wideFlagId, '/environments', 'values of a flag in 2,000 environments'),
    ofFlag(flagId, '/audit', 'your own entries of a flag'),
    ...FILTERS.map((names) =>
      own(
        '/audit',
        `audit of a project by ${names.join(', ') || 'nothing'}`,
        `?${new URLSearchParams(names.map((name): [string, string] => [name, by[name]]))}`,
      ),
    ),
    own('/audit/latest', 'latest changes of 5,000 flags'),
    plain('/api/v1/flags', '5,000 flags as SDKs read them'),
    plain('/unleash/api/client/features', "5,000 flags as Unleash's SDKs read them"),
    plain('/unleash/api/frontend', "5,000 flags as Unleash's SDKs in pages read them"),
    plain('/api/v1/edge/access', 'what a key opens, as edges ask'),
  ];
}

/** @returns those of these addresses of /openapi.json that the bench does not ask for, and has to */
export function notAsked(lists: readonly List[], reads: readonly string[]): string[] {
  const asked = new Set(lists.map(({ route }) => route));
  return reads.filter((path) => !asked.has(path) && !NO_LISTS.has(path));
}
