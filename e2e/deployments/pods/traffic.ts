import { setTimeout as delay } from 'node:timers/promises';
import {
  aFlag,
  type ServiceResponse,
  aProject,
  eventually,
  type Flag,
  type Project,
  StreamClient,
  TestClient,
} from '@burgee/testing';
import type { Estate } from './estate.js';

const PAUSE_MILLISECONDS = 50;

/** What became of one kind of request. */
export interface Sent {
  what: string;
  /** With 200. */
  answered: number;
  failures: string[];
}

/** Sends requests one after the other until `end`. @returns how many were answered so, and the others */
async function repeat(end: AbortSignal, what: string, send: () => Promise<ServiceResponse>): Promise<Sent> {
  const failures: string[] = [];
  let answered = 0;
  for (; !end.aborted; await delay(PAUSE_MILLISECONDS)) {
    const answer = await send().catch((error: Error) => error);
    if (!(answer instanceof Error) && answer.status === 200) answered++;
    else failures.push(answer instanceof Error ? answer.message : `${answer.status} ${answer.text}`);
  }
  return { what, answered, failures };
}

/** Reads, toggles, lists and streams of one environment, which go on until they are ended. */
export class Traffic {
  private readonly end = new AbortController();
  private sent: Promise<Sent>[] = [];

  private constructor(
    private readonly estate: Estate,
    readonly flag: Flag,
    private readonly project: Project,
    readonly streams: readonly StreamClient[],
  ) {}

  /** @param streams how many are open, half of them through the api-gateway */
  static async begin(estate: Estate, streams: number): Promise<Traffic> {
    const project = await aProject(estate.urlOf('api-gateway'));
    const flag = await aFlag(project);
    const bases = ['api-gateway', 'sdk-gateway'].map((service) => estate.urlOf(service));
    const sdkKey = project.development.sdk_key;
    const clients = Array.from({ length: streams }, (_, index) =>
      new StreamClient({ base: () => bases[index % 2]!, sdkKey, keepsFlags: false }).start(),
    );
    const traffic = new Traffic(estate, flag, project, clients);
    await traffic.allOpen(60_000);
    traffic.repeatAll();
    return traffic;
  }

  /** @returns what became of the requests, and the ETag of a read after the last */
  async stop(): Promise<{ sent: Sent[]; etag: string | null | undefined }> {
    this.end.abort();
    const sent = await Promise.all(this.sent);
    await this.allOpen(120_000);
    const { headers } = await this.read('sdk-gateway');
    return { sent, etag: headers.etag as string };
  }

  close(): void {
    this.end.abort();
    for (const stream of this.streams) stream.stop();
  }

  /** @throws when a stream is not open within that time */
  private allOpen(withinMs: number): Promise<void> {
    return eventually(
      () => {
        const closed = this.streams.filter(({ isOpen }) => !isOpen).length;
        if (closed > 0) throw new Error(`${closed} streams are not open.`);
      },
      withinMs,
      250,
    );
  }

  private read(service: string): Promise<ServiceResponse> {
    const headers = { 'x-sdk-key': this.project.development.sdk_key };
    return new TestClient(this.estate.urlOf(service)).get('/api/v1/flags', headers);
  }

  private repeatAll(): void {
    const { client } = this.project.owner;
    const toggle = `/api/flags/${this.flag.id}/environments/${this.project.development.id}/toggle`;
    let isOn = false;
    const requests: Record<string, () => Promise<ServiceResponse>> = {
      toggles: () => client.patch(toggle, { is_enabled: (isOn = !isOn) }),
      reads: () => this.read('api-gateway'),
      directReads: () => this.read('sdk-gateway'),
      lists: () => client.get(`/api/flags/${this.flag.id}/audit`),
      sessions: () => client.get('/api/auth/me'),
    };
    this.sent = Object.entries(requests).map(([what, send]) => repeat(this.end.signal, what, send));
  }
}
