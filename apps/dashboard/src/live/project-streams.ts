import type { ProjectView } from '@burgee/contracts/http';
import { chooseStreams, streamOf } from './choose-streams.js';
import { type EventStream, ProjectStream } from './project-stream.js';
import { type Following, SILENT_AT_MOST_MILLISECONDS, type StreamMessage, type TabMessage } from './stream-messages.js';

/** A tab, by the function that sends it a message. */
export type Tab = (message: StreamMessage) => void;

/** The calls that streams need. */
export interface StreamCalls {
  openEvents: (projectId: string) => EventStream;
  readProject: (projectId: string) => Promise<ProjectView>;
}

interface Follower extends Following {
  silence: ReturnType<typeof setTimeout>;
}

/** The streams of a browser's tabs: one for each project and user, and few enough that requests get a connection. */
export class ProjectStreams {
  private readonly followers = new Map<Tab, Follower>();
  private readonly streams = new Map<string, ProjectStream>();

  constructor(private readonly calls: StreamCalls) {}

  /** Receives what a tab follows from now on. */
  receive(tab: Tab, following: TabMessage): void {
    const before = this.followers.get(tab);
    clearTimeout(before?.silence);
    if (!following) {
      this.followers.delete(tab);
      return this.openAndClose();
    }
    const silence = setTimeout(() => this.receive(tab, undefined), SILENT_AT_MOST_MILLISECONDS);
    this.followers.set(tab, { ...following, silence });
    const joins = !before || streamOf(before) !== streamOf(following);
    const running = this.streams.get(streamOf(following));
    this.openAndClose();
    const stream = this.streams.get(streamOf(following));
    tab({ kind: 'state', state: stream?.state ?? 'yielded' });
    if (joins && stream && stream === running && stream.state === 'live') void this.join(tab, following.projectId);
    else if (before?.since !== following.since && following.isShown) stream?.hurry();
  }

  private openAndClose(): void {
    const chosen = chooseStreams(this.followers.values());
    for (const [name, stream] of this.streams) {
      if (chosen.has(name)) continue;
      stream.close();
      this.streams.delete(name);
      this.tell(name, { kind: 'state', state: 'yielded' });
    }
    for (const following of this.followers.values()) {
      const name = streamOf(following);
      if (!chosen.has(name) || this.streams.has(name)) continue;
      const stream = new ProjectStream(
        () => this.calls.openEvents(following.projectId),
        (message) => this.tell(name, message),
      );
      this.streams.set(name, stream);
      this.tell(name, { kind: 'state', state: stream.state });
    }
  }

  private tell(name: string, message: StreamMessage): void {
    for (const [tab, following] of this.followers) if (streamOf(following) === name) tab(message);
  }

  /** Repeats for one tab what the service does for the stream's first: reads the project after it joined. */
  private async join(tab: Tab, projectId: string): Promise<void> {
    try {
      const project = await this.calls.readProject(projectId);
      const environments = project.environments.map(({ id, revision }) => ({ environment_id: id, revision }));
      tab({ kind: 'ready', ready: { project_id: projectId, environments, project } });
    } catch {
      tab({ kind: 'unknown_change' });
    }
  }
}
