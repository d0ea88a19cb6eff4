import type { ServerResponse } from 'node:http';
import type { ProjectEvents, ProjectView } from '@burgee/contracts/http';

const MAX_UNSENT_BYTES = 256 * 1024;
const RETRY_MILLISECONDS = 1_000;

/** JSON has no line breaks, so no user's text can end the event. */
export const formatProjectEvent = <K extends keyof ProjectEvents>(event: K, data: ProjectEvents[K]): string =>
  `event: ${event}\ndata: ${JSON.stringify(data)}\n\n`;

/** The event stream of one open page: the changes of one project. */
export class ProjectEventStream {
  /** When its caller was last known to be permitted to follow the project, by `performance.now()`. */
  permittedAt = performance.now();

  constructor(
    private readonly response: ServerResponse,
    readonly projectId: string,
    readonly sessionId: string,
    readonly userId: string,
    /** The address block that the page's limit counts by. */
    readonly address: string,
  ) {}

  get ended(): boolean {
    return this.response.writableEnded;
  }

  open(headers: Record<string, string>): void {
    // Where what measures requests finds it.
    this.response.setHeader('content-type', 'text/event-stream');
    this.response.writeHead(200, {
      ...headers,
      'cache-control': 'no-store, no-transform',
      'x-accel-buffering': 'no',
    });
    this.response.write(`retry: ${RETRY_MILLISECONDS}\n\n`);
  }

  /** @param project read after the stream was added to those that changes are sent to */
  ready(project: ProjectView): void {
    const environments = project.environments.map(({ id, revision }) => ({ environment_id: id, revision }));
    this.send('ready', { project_id: this.projectId, environments, project });
  }

  send<K extends keyof ProjectEvents>(event: K, data: ProjectEvents[K]): void {
    this.write(formatProjectEvent(event, data));
  }

  /** A page that stops reading is disconnected; it reconnects. */
  write(events: string): void {
    if (this.ended) return;
    if (this.response.writableLength > MAX_UNSENT_BYTES) this.end();
    else this.response.write(events);
  }

  end(lastBytes?: string): void {
    this.response.end(lastBytes);
  }
}
