import { Agent, type IncomingHttpHeaders, request } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';

/*
 * A tenant that does all that it may, in a process of its own: two loops that walk the largest list, toggles at the rate of a
 * project, and two loops of reads of its flag sets. Any message starts and stops it.
 */
export interface HostileTenant {
  apiUrl: string;
  sdkUrl: string;
  /** One session for each loop of the API. */
  cookies: [string, string, string];
  projectId: string;
  flagIds: string[];
  environments: { id: string; sdkKey: string }[];
}

/** What it got, since it was started last. */
export interface HostileReport {
  pages: number;
  toggles: number;
  reads: number;
  refused: number;
  megabytes: number;
}

const TOGGLES_PER_SECOND = 200;
const TOGGLES_IN_FLIGHT = 20;

interface Got {
  status: number;
  headers: IncomingHttpHeaders;
}

class HostileLoad {
  private running = false;
  private inFlight = 0;
  private readonly agent = new Agent({ keepAlive: true });
  private toggles = 0;
  /** The switches that are on, so that every toggle changes something. */
  private readonly on = new Set<string>();
  private report: HostileReport = { pages: 0, toggles: 0, reads: 0, refused: 0, megabytes: 0 };

  constructor(private readonly tenant: HostileTenant) {}

  start(): void {
    const [first, second, third] = this.tenant.cookies;
    this.running = true;
    this.report = { pages: 0, toggles: 0, reads: 0, refused: 0, megabytes: 0 };
    void this.walkList(first);
    void this.walkList(second);
    void this.toggleAll(third);
    void this.readFlagSets('identity');
    void this.readFlagSets('br');
  }

  stop(): HostileReport {
    this.running = false;
    return this.report;
  }

  get isRunning(): boolean {
    return this.running;
  }

  private async walkList(cookie: string): Promise<void> {
    const { apiUrl, projectId } = this.tenant;
    for (let path = ''; this.running;) {
      const got = await this.call('GET', apiUrl + (path || `/api/projects/${projectId}/flags?limit=1000`), { cookie });
      await this.count('pages', got);
      path = /^<([^>]+)>; rel="next"$/.exec(String(got.headers.link))?.[1] ?? '';
    }
  }

  private async toggleAll(cookie: string): Promise<void> {
    const startedAt = performance.now();
    for (let index = 0; this.running; index++) {
      if (this.inFlight < TOGGLES_IN_FLIGHT) void this.toggle(cookie, this.toggles++);
      await delay(Math.max(0, startedAt + (index * 1_000) / TOGGLES_PER_SECOND - performance.now()));
    }
  }

  private async toggle(cookie: string, index: number): Promise<void> {
    const { apiUrl, flagIds, environments } = this.tenant;
    const round = Math.floor(index / flagIds.length);
    const { id } = environments[round % environments.length] ?? { id: '' };
    const place = `flags/${flagIds[index % flagIds.length]}/environments/${id}`;
    const body = JSON.stringify({ is_enabled: !this.on.has(place) });
    const headers = { cookie, 'content-type': 'application/json', 'content-length': String(body.length) };
    this.inFlight++;
    const got = await this.call('PATCH', `${apiUrl}/api/${place}/toggle`, headers, body);
    if (got.status === 200 && !this.on.delete(place)) this.on.add(place);
    await this.count('toggles', got);
    this.inFlight--;
  }

  private async readFlagSets(encoding: string): Promise<void> {
    const { sdkUrl, environments } = this.tenant;
    for (let index = 0; this.running; index++) {
      const { sdkKey } = environments[index % environments.length] ?? { sdkKey: '' };
      const headers = { 'x-sdk-key': sdkKey, 'accept-encoding': encoding };
      await this.count('reads', await this.call('GET', `${sdkUrl}/api/v1/flags`, headers));
    }
  }

  /** A refusal says when to retry. */
  private async count(kind: 'pages' | 'toggles' | 'reads', { status, headers }: Got): Promise<void> {
    if (status < 400) this.report[kind]++;
    else this.report.refused++;
    if (status === 429) await delay(Number(headers['retry-after']) * 1_000);
  }

  private call(method: string, url: string, headers: Record<string, string>, body?: string): Promise<Got> {
    return new Promise((resolve, reject) => {
      const sent = request(url, { method, agent: this.agent, headers }, (response) => {
        response.on('data', (chunk: Buffer) => (this.report.megabytes += chunk.length / 1e6));
        response.on('end', () => resolve({ status: response.statusCode ?? 0, headers: response.headers }));
        response.on('error', reject);
      });
      sent.on('error', reject);
      sent.end(body);
    });
  }
}

process.once('message', (tenant: HostileTenant) => {
  const load = new HostileLoad(tenant);
  process.on('message', () => {
    if (load.isRunning) process.send?.(load.stop());
    else load.start();
  });
});
process.on('disconnect', () => process.exit(0));
