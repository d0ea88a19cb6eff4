import { SendTurns } from '@burgee/process-kit';
import { formatProjectEvent, type ProjectEventStream } from './project-event-stream.js';

/** When more changes of a project wait to be sent, its pages look for themselves. */
const WAITING_AT_MOST = 20;

/** Sends changes to the pages of projects. The projects take turns, and what comes while one is being sent to is sent together. */
export class PageSends {
  private readonly turns = new SendTurns();
  /** Of each project that is being sent to, what came since. */
  private readonly waiting = new Map<string, string[]>();

  /** @param pagesOf a project, at the time of each sending */
  constructor(private readonly pagesOf: (projectId: string) => readonly ProjectEventStream[]) {}

  send(projectId: string, event: string): void {
    const waiting = this.waiting.get(projectId);
    if (!waiting) void this.sendAll(projectId, [event]);
    else if (waiting.push(event) > WAITING_AT_MOST)
      waiting.splice(0, waiting.length, formatProjectEvent('unknown_change', { project_id: projectId }));
  }

  private async sendAll(projectId: string, events: string[]): Promise<void> {
    this.waiting.set(projectId, events);
    while (events.length > 0) await this.turns.run(projectId, this.toPages(projectId, events.splice(0).join('')));
    this.waiting.delete(projectId);
  }

  private *toPages(projectId: string, events: string): Generator<void> {
    for (const page of this.pagesOf(projectId)) {
      page.write(events);
      yield;
    }
  }
}
