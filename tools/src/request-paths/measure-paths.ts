import { mkdtempSync, rmSync } from 'node:fs';
import type { OutgoingHttpHeaders } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  aFlag,
  aProject,
  CalledFunctions,
  CLUSTER_DATABASE,
  type ClusterServices,
  eventually,
  type Flag,
  type Project,
  type PrivateEngines,
  startClusterServices,
  startPrivateEngines,
  type StreamReader,
  TestClient,
} from '@burgee/testing';
import pg from 'pg';
import { filesOf, filesOfKind } from './files-of-kind.js';

const REQUESTS = 5;
const IDLE_AT_MOST_MILLISECONDS = 60_000;

/**
 * A gateway refreshes what it cached in Redis five times in this period. By default that is every minute, so it would depend
 * on the speed of the machine whether an idle window has one.
 */
const CACHED_FOR_A_DAY = { FLAG_CACHE_TTL_SECONDS: '86400' };

const UNDELIVERED = `
  select from flags.outbox where delivered_at is null
  union all select from auth.outbox where delivered_at is null`;

/** The files of one kind of request. */
export interface RequestPath {
  /** Entered by all requests of this kind and by no idle process. */
  files: string[];
  /** Entered by any request of any kind, once the services were started. */
  ran: string[];
}

export type PathName = 'toggle' | 'toggle by token' | 'read' | 'stream' | 'decision';

/** One project with one flag, and what requests are sent with. */
class Scene {
  private revision = 1;

  private constructor(
    private readonly project: Project,
    private readonly flag: Flag,
    private readonly streams: { sdk: StreamReader; page: StreamReader },
    private readonly database: pg.Client,
    private readonly urls: { public: string; sdkGateway: string },
    private readonly token: string,
  ) {}

  static async open({ url, services }: ClusterServices, { engines }: PrivateEngines): Promise<Scene> {
    const project = await aProject(url);
    const flag = await aFlag(project);
    const sdkGatewayUrl = services['sdk-gateway-1']?.url ?? '';
    const sdk = await new TestClient(sdkGatewayUrl).stream('/api/v1/stream', keyOf(project));
    const page = await project.owner.client.stream(`/api/projects/${project.id}/events`);
    const address = new URL(engines.postgres.url);
    address.pathname = `/${CLUSTER_DATABASE}`;
    const database = new pg.Client(address.href);
    await database.connect();
    const { body } = await project.owner.client.post('/api/tokens', { name: 'CI', verbs: ['switch'] });
    const urls = { public: url, sdkGateway: sdkGatewayUrl };
    return new Scene(project, flag, { sdk, page }, database, urls, (body as { token: string }).token);
  }

  /** Ends when the caller, a stream and a page have the change, and the outbox message is acknowledged. */
  toggle(): Promise<void> {
    const cookie = [...this.project.owner.client.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    return this.toggleWith({ cookie });
  }

  'toggle by token'(): Promise<void> {
    return this.toggleWith({ authorization: `Bearer ${this.token}` });
  }

  private async toggleWith(credentials: Record<string, string>): Promise<void> {
    const revision = ++this.revision;
    const path = `/api/flags/${this.flag.id}/environments/${this.project.development.id}/toggle`;
    const headers = await this.send(this.urls.public + path, {
      method: 'PATCH',
      headers: { ...credentials, 'content-type': 'application/json' },
      body: JSON.stringify({ is_enabled: revision % 2 === 0 }),
    });
    await this.streams.sdk.ofRevision(revision);
    await this.streams.page.until(({ data }) => data?.request_id === headers.get('x-request-id'));
    await this.untilDelivered();
  }

  /** Ends when services have acknowledged all that they send each other. */
  async untilDelivered(): Promise<void> {
    await eventually(async () => {
      const { rowCount } = await this.database.query(UNDELIVERED);
      if (rowCount) throw new Error(`${rowCount} messages are not delivered.`);
    });
  }

  async read(): Promise<void> {
    await this.send(`${this.urls.sdkGateway}/api/v1/flags`, { headers: keyOf(this.project) });
  }

  stream = (): Promise<void> => this.open('/api/v1/stream', keyOf(this.project));

  async decision(): Promise<void> {
    await this.send(`${this.urls.sdkGateway}/ofrep/v1/evaluate/flags/${this.flag.key}`, {
      method: 'POST',
      headers: { ...keyOf(this.project), 'content-type': 'application/json' },
      body: JSON.stringify({ context: { targetingKey: 'ada' } }),
    });
  }

  /** Each request once, and the ways to open a stream that `stream` does not take: by ticket, after an old position, after one unknown. */
  async warmUp(names: readonly PathName[]): Promise<void> {
    for (const name of names) await this[name]();
    const { ticket } = (
      await new TestClient(this.urls.sdkGateway).post('/api/v1/stream/ticket', undefined, keyOf(this.project))
    ).body as { ticket: string };
    const [epoch] = this.streams.sdk.events[0]?.id?.split('-') ?? [];
    await this.open(`/api/v1/stream?ticket=${ticket}`, {});
    for (const position of [`${epoch}-0`, 'another-0'])
      await this.open('/api/v1/stream', { ...keyOf(this.project), 'last-event-id': position });
    await this.untilDelivered();
  }

  /**
   * Ends when both kinds of stream have had a heartbeat: of all that services do by themselves, these come least often.
   * @returns whether the services also reported the usage of an earlier decision, which they do a second after it
   */
  async idle(): Promise<boolean> {
    const { sdk, page } = this.streams;
    const [comments, events, reports] = [sdk.comments.length, page.events.length, await this.reports()];
    await eventually(() => {
      if (sdk.comments.length === comments || page.events.length === events) throw new Error('No heartbeat yet.');
    }, IDLE_AT_MOST_MILLISECONDS);
    return (await this.reports()) > reports;
  }

  private async reports(): Promise<number> {
    const { rows } = await this.database.query<{ reports: number }>(
      'select count(*)::int as reports from usage.windows',
    );
    return rows[0]?.reports ?? 0;
  }

  async close(): Promise<void> {
    for (const stream of Object.values(this.streams)) stream.close();
    await this.database.end();
  }

  private async open(path: string, headers: OutgoingHttpHeaders): Promise<void> {
    const reader = await new TestClient(this.urls.sdkGateway).stream(path, headers);
    await reader.until(({ event }) => event === 'ready');
    reader.close();
  }

  /** Uses a keep-alive connection, as SDKs and browsers do. @returns the headers of the answer */
  private async send(url: string, init: RequestInit): Promise<Headers> {
    const response = await fetch(url, init);
    const text = await response.text();
    if (response.status !== 200) throw new Error(`${url} answered ${response.status}: ${text}`);
    return response.headers;
  }
}

const keyOf = ({ development }: Project) => ({ 'x-sdk-key': development.sdk_key });

/** Runs all services with precise coverage, and sends them five requests of each kind between idle windows. */
export async function measurePaths(root: string): Promise<Record<PathName, RequestPath>> {
  const folder = mkdtempSync(join(tmpdir(), 'burgee-calls-'));
  const calls = new CalledFunctions(folder);
  const own = await startPrivateEngines(root);
  try {
    const settings = { ...calls.settings, ...CACHED_FOR_A_DAY };
    const cluster = await startClusterServices({ root, ...own, database: CLUSTER_DATABASE, settings });
    const pids = Object.values(cluster.services).map(({ process }) => process.pid);
    const scene = await Scene.open(cluster, own);
    try {
      return await measure(scene, async (work) => {
        await calls.since(pids);
        await work();
        return calls.since(pids);
      });
    } finally {
      await scene.close();
      await cluster.stop();
    }
  } finally {
    await own.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function measure(
  scene: Scene,
  calledIn: (work: () => Promise<unknown>) => Promise<Set<string>>,
): Promise<Record<PathName, RequestPath>> {
  const names: PathName[] = ['toggle', 'toggle by token', 'read', 'stream', 'decision'];
  const requests: Record<PathName, Set<string>[]> = {
    toggle: [],
    'toggle by token': [],
    read: [],
    stream: [],
    decision: [],
  };
  const warmUp = await calledIn(() => scene.warmUp(names));
  // A report that came before its window began would be missing from it, by the speed of the machine.
  const idleWindow = async (): Promise<Set<string>> => {
    let hasReport = false;
    for (;;) {
      await scene.decision();
      const called = await calledIn(async () => (hasReport = await scene.idle()));
      if (hasReport) return called;
    }
  };
  const idle = [await idleWindow()];
  for (const name of names) {
    // Without counting: what the requests before left cold is warm then.
    await scene[name]();
    while (requests[name].length < REQUESTS) requests[name].push(await calledIn(() => scene[name]()));
  }
  idle.push(await idleWindow());
  const pathOf = (name: PathName): RequestPath => ({
    files: filesOfKind(requests[name], idle),
    ran: filesOf([warmUp, ...requests[name], ...idle].flatMap((called) => [...called])),
  });
  return {
    toggle: pathOf('toggle'),
    'toggle by token': pathOf('toggle by token'),
    read: pathOf('read'),
    stream: pathOf('stream'),
    decision: pathOf('decision'),
  };
}
