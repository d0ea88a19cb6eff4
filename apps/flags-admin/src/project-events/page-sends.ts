import type { ProjectChange } from '@burgee/contracts/http';
import type { OutboxMessage } from '@burgee/outbox';
import pLimit from 'p-limit';
import { formatProjectEvent, type ProjectEventStream } from './project-event-stream.js';

/** With more queued changes than this, the pages of the project reload instead. */
const WAITING_AT_MOST = 20;
const SLICE_MILLISECONDS = 2;

/** The changes for open pages: the audit entries without values, position and provenance. */
export function toProjectChanges(messages: readonly OutboxMessage[]): ProjectChange[] {
  return messages.flatMap((message) => {
    if (message.kind !== 'audit') return [];
    const { old_values: _before, new_values: _after, position: _position, ...entry } = message.payload;
    const { performed_by: _performer, on_behalf_of: _account, via: _via, run: _run, ...shown } = entry;
    return [{ ...shown, at: message.occurred_at.toISOString() }];
  });
}

/** Yields to the event loop afterwards. @returns whether this was the last step */
async function takeSlice(steps: Iterator<unknown>): Promise<boolean> {
  const until = performance.now() + SLICE_MILLISECONDS;
  let isDone = steps.next().done === true;
  while (!isDone && performance.now() < until) isDone = steps.next().done === true;
  await new Promise(setImmediate);
  return isDone;
}

/**
 * Sends changes to the open pages of projects in slices, taking the projects in rotation. Changes that arrive while a
 * project is being served go out together.
 */
export class PageSends {
  private readonly slices = pLimit(1);
  /** The queued events of each project that is being served. */
  private readonly waiting = new Map<string, string[]>();

  /** @param pagesOf returns the open pages of a project at the time of sending */
  constructor(private readonly pagesOf: (projectId: string) => readonly ProjectEventStream[]) {}

  send(projectId: string, event: string): void {
    const waiting = this.waiting.get(projectId);
    if (!waiting) void this.sendAll(projectId, [event]);
    else if (waiting.push(event) > WAITING_AT_MOST)
      waiting.splice(0, waiting.length, formatProjectEvent('unknown_change', { project_id: projectId }));
  }

  private async sendAll(projectId: string, events: string[]): Promise<void> {
    this.waiting.set(projectId, events);
    while (events.length > 0) {
      const steps = this.toPages(projectId, events.splice(0).join(''));
      for (let isDone = false; !isDone;) isDone = await this.slices(() => takeSlice(steps));
    }
    this.waiting.delete(projectId);
  }

  private *toPages(projectId: string, events: string): Generator<void> {
    for (const page of this.pagesOf(projectId)) {
      page.write(events);
      yield;
    }
  }
}
