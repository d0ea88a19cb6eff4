import type { ServerResponse } from 'node:http';
import type { ProjectEvents, ProjectView } from '@burgee/contracts/http';

const MAX_UNSENT_BYTES = 256 * 1024;
const RETRY_MILLISECONDS = 1_000;

/** JSON has no line breaks, so no value can end the event early. */
export const formatProjectEvent = <K extends keyof ProjectEvents>(event: K, data: ProjectEvents[K]): string =>
  `event: ${event}\ndata: ${JSON.stringify(data)}\n\n`;

/** The event stream of one open page, with the changes of one project. */
export class ProjectEventStream {
  /** The last time that access to the project was confirmed, by `performance.now()`. */
  permittedAt = performance.now();

  constructor(
    private readonly response: ServerResponse,
    readonly projectId: string,
    readonly sessionId: string,
    readonly userId: string,
    /** The address block for the limit on pages. */
    readonly address: string,
  ) {}

  get ended(): boolean {
    return this.response.writableEnded;
  }

  open(headers: Record<string, string>): void {
    // Set on the raw response, where the request metrics read it.
    this.response.setHeader('content-type', 'text/event-stream');
    this.response.writeHead(200, {
      ...headers,
      'cache-control': 'no-store, no-transform',
      'x-accel-buffering': 'no',
    });
    this.response.write(`retry: ${RETRY_MILLISECONDS}\n\n`);
  }

  /** @param project read after the stream was registered for changes */
  ready(project: ProjectView): void {
    const environments = project.environments.map(({ id, revision }) => ({ environment_id: id, revision }));
    this.send('ready', { project_id: this.projectId, environments, project });
  }

  send<K extends keyof ProjectEvents>(event: K, data: ProjectEvents[K]): void {
    this.write(formatProjectEvent(event, data));
  }

  /** Disconnects a page that does not read. It reconnects. */
  write(events: string): void {
    if (this.ended) return;
    if (this.response.writableLength > MAX_UNSENT_BYTES) this.end();
    else this.response.write(events);
  }

  end(lastBytes?: string): void {
    this.response.end(lastBytes);
  }
}
