import { connect } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { aFlag, aProject, aUser, PASSWORD, type Project, TestClient } from '@burgee/testing';

/** Where the pressure goes. */
export interface Stage {
  /** The public addresses: one per api-gateway. */
  urls: readonly [string, ...string[]];
  sdkUrl: string;
}

/** Sends one request, or opens one connection. While others press too, its answer does not matter. */
export type Press = (index: number) => Promise<{ status: number } | undefined>;

export interface Pressure {
  name: string;
  /** The expected status of the first request, which proves that the row hits its target. Undefined: not read. */
  status?: number;
  /** The number of concurrent loops. */
  loops: number;
  prepare: (stage: Stage) => Promise<Press>;
}

const LONG = 'x'.repeat(10_000);
const spread = ({ urls }: Stage, index: number) => urls[index % urls.length] ?? urls[0];

interface Tenant {
  project: Project;
  flags: { id: string; key: string }[];
  at: (index: number) => TestClient;
}

/** An account with a project of `count` flags, half of them with large values. */
async function aTenant(stage: Stage, count = 60): Promise<Tenant> {
  const project = await aProject(stage.urls[0]);
  const { client } = project.owner;
  const flags = await Promise.all(Array.from({ length: count }, () => aFlag(project, { type: 'string' })));
  for (const { id } of flags.slice(0, count / 2))
    await client.patch(`/api/flags/${id}/environments/${project.development.id}`, {
      targeting_attribute: 'a',
      targeting_value: LONG,
      targeting_return_value: LONG,
    });
  return { project, flags, at: (index) => client.at(spread(stage, index)) };
}

/** Opens a connection to the api-gateway, sends `parts` with pauses between them, and reads nothing for a while. */
async function drip(
  url: string,
  head: string[],
  parts: readonly (string | Buffer)[],
  pauseMs: number,
): Promise<undefined> {
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  socket.on('error', () => undefined);
  socket.pause();
  socket.write(`${head.join('\r\n')}\r\n\r\n`);
  for (const part of parts) {
    if (socket.destroyed) break;
    socket.write(part);
    if (pauseMs > 0) await delay(pauseMs);
  }
  await delay(200);
  socket.destroy();
}

const cookieOf = ({ client }: Project['owner']) => `cookie: token=${client.cookies.get('token')}`;

/** The kinds of pressure that one account, or one network, can put on all others. */
export const PRESSURES: readonly Pressure[] = [
  {
    name: 'large lists',
    status: 200,
    loops: 12,
    prepare: async (stage) => {
      const { project, at } = await aTenant(stage);
      return (index) => at(index).get(`/api/projects/${project.id}/flags?limit=1000`);
    },
  },
  {
    name: 'exports of flags and of the history',
    status: 200,
    loops: 8,
    prepare: async (stage) => {
      const { project, at } = await aTenant(stage);
      return (index) => at(index).get(`/api/projects/${project.id}/${index % 2 ? 'export' : 'audit/export'}`);
    },
  },
  {
    name: 'imports',
    status: 200,
    loops: 4,
    prepare: async (stage) => {
      const { project, at } = await aTenant(stage, 2);
      const flags = Array.from({ length: 1_500 }, (_, n) => ({
        key: `flag-${n}`,
        type: 'string',
        description: LONG.slice(0, 500),
      }));
      const document = { version: 1, environments: [], flags };
      return (index) =>
        at(index).post(`/api/projects/${project.id}/import${index % 2 ? '?dry_run=true' : ''}`, document);
    },
  },
  {
    name: 'bulk changes',
    status: 200,
    loops: 6,
    prepare: async (stage) => {
      const { project, flags, at } = await aTenant(stage);
      return (index) => {
        const changes = flags.map(({ id }) => ({ flag_id: id, patch: { rollout_percentage: index % 100 } }));
        return at(index).post(`/api/environments/${project.development.id}/changes`, { changes });
      };
    },
  },
  {
    name: 'requests that are refused',
    status: 404,
    loops: 20,
    prepare: async (stage) => {
      const [{ project }, stranger] = [await aTenant(stage, 2), await aUser(stage.urls[0])];
      const paths = [`/api/projects/${project.id}/flags`, `/api/projects/${project.id}/members`, '/api/projects/none'];
      return (index) => stranger.client.at(spread(stage, index)).get(paths[index % paths.length] ?? '');
    },
  },
  {
    name: 'invented session cookies',
    status: 401,
    loops: 20,
    prepare: async (stage) => (index) => {
      const part = Buffer.from(`${index} ${Math.random()}`).toString('base64url');
      return new TestClient(spread(stage, index)).get('/api/projects', { cookie: `token=e30.${part}.${part}` });
    },
  },
  {
    name: 'bodies in tiny pieces',
    loops: 30,
    prepare: async (stage) => {
      const { project } = await aTenant(stage, 2);
      const head = [
        'POST /api/projects HTTP/1.1',
        'host: a',
        cookieOf(project.owner),
        'content-type: application/json',
      ];
      const pieces = Array.from({ length: 400 }, () => '1\r\n0\r\n');
      return (index) => drip(spread(stage, index), [...head, 'transfer-encoding: chunked'], pieces, 1);
    },
  },
  {
    name: 'long bodies of zeros',
    loops: 6,
    prepare: async (stage) => {
      const { project } = await aTenant(stage, 2);
      const zeros = Buffer.alloc(8_000_000, '0');
      const head = [
        `POST /api/projects/${project.id}/import HTTP/1.1`,
        'host: a',
        cookieOf(project.owner),
        'content-type: application/json',
        `content-length: ${zeros.length}`,
      ];
      return (index) => drip(spread(stage, index), head, [zeros], 0);
    },
  },
  {
    name: 'many sessions of one account',
    status: 200,
    loops: 24,
    prepare: async (stage) => {
      const { project, flags } = await aTenant(stage);
      const { email } = project.owner;
      const sessions = await Promise.all(
        Array.from({ length: 12 }, async () => {
          const session = new TestClient(stage.urls[0]);
          await session.post('/api/auth/login', { email, password: PASSWORD });
          return session;
        }),
      );
      const environment = project.development.id;
      return (index) => {
        const session = sessions[index % sessions.length]!.at(spread(stage, index));
        const flag = flags[index % flags.length]!;
        if (index % 2) return session.get(`/api/projects/${project.id}/flags?limit=1000`);
        return session.patch(`/api/flags/${flag.id}/environments/${environment}/toggle`, {
          is_enabled: index % 4 === 0,
        });
      };
    },
  },
  {
    name: 'many addresses of one subnet',
    status: 401,
    loops: 40,
    prepare: async (stage) => (index) => {
      const client = new TestClient(spread(stage, index), `127.77.7.${1 + (index % 250)}`);
      const paths = ['/api/auth/me', '/openapi.json', '/api/v1/flags', '/api/invitations/look-up'];
      return index % 4 === 3 ? client.post(paths[3]!, { token: 'bge_inv_none' }) : client.get(paths[index % 4] ?? '');
    },
  },
  {
    name: 'readers that do not read',
    loops: 40,
    prepare: async (stage) => {
      const { project } = await aTenant(stage);
      const head = [`GET /api/projects/${project.id}/flags?limit=1000 HTTP/1.1`, 'host: a', cookieOf(project.owner)];
      return (index) => drip(spread(stage, index), head, [], 0);
    },
  },
  {
    name: 'openings of streams',
    status: 200,
    loops: 30,
    prepare: async (stage) => {
      const { project } = await aTenant(stage);
      const headers = { 'x-sdk-key': project.development.sdk_key };
      return async () => {
        const response = await fetch(`${stage.sdkUrl}/api/v1/stream`, { headers });
        await response.body?.cancel();
        return response;
      };
    },
  },
  {
    name: 'decisions with long contexts',
    status: 200,
    loops: 12,
    prepare: async (stage) => {
      const { project } = await aTenant(stage);
      const context = Object.fromEntries(Array.from({ length: 100 }, (_, n) => [`a${n}`, LONG.slice(0, 500)]));
      const keys = [project.development.client_key, project.development.sdk_key];
      return (index) =>
        new TestClient(stage.sdkUrl).post('/ofrep/v1/evaluate/flags', { context }, { 'x-api-key': keys[index % 2] });
    },
  },
  {
    name: 'webhooks whose deliveries fail',
    status: 200,
    loops: 10,
    prepare: async (stage) => {
      const { project, flags, at } = await aTenant(stage, 10);
      for (let n = 0; n < 5; n++)
        await at(0).post(`/api/projects/${project.id}/webhooks`, { name: `hook ${n}`, url: 'http://127.0.0.1:9/' });
      return (index) => {
        const path = `/api/flags/${flags[index % flags.length]!.id}/environments/${project.development.id}/toggle`;
        return at(index).patch(path, { is_enabled: index % 20 < 10 });
      };
    },
  },
  {
    name: 'schedules that are due at once',
    status: 201,
    loops: 8,
    prepare: async (stage) => {
      const { project, flags, at } = await aTenant(stage);
      return (index) => {
        const steps = [{ at: new Date(Date.now() + 1_500).toISOString(), patch: { rollout_percentage: index % 100 } }];
        const path = `/api/flags/${flags[index % flags.length]!.id}/environments/${project.development.id}/schedules`;
        return at(index).post(path, { steps });
      };
    },
  },
  {
    name: 'rotation of a key in a loop',
    status: 200,
    loops: 6,
    prepare: async (stage) => {
      const { project, at } = await aTenant(stage);
      const path = `/api/projects/${project.id}/environments/${project.development.id}`;
      return (index) => at(index).post(`${path}/rotate-${index % 2 ? 'client' : 'sdk'}-key`, { grace_seconds: 0 });
    },
  },
  {
    name: 'usage reports',
    status: 202,
    loops: 16,
    prepare: async (stage) => {
      const { project, flags } = await aTenant(stage);
      const counts = Object.fromEntries(flags.map(({ key }) => [key, { yes: 1, no: 2, variants: {} }]));
      const now = new Date().toISOString();
      const bucket = { start: now, stop: now, toggles: counts };
      return (index) => {
        const headers = { authorization: project.development.sdk_key };
        return new TestClient(stage.sdkUrl).post(
          '/unleash/api/client/metrics',
          { appName: `app-${index}`, bucket },
          headers,
        );
      };
    },
  },
];
