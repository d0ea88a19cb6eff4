import type { ProjectView } from '@burgee/contracts/http';
import { ProjectStreams, type Tab } from './project-streams.js';
import type { TabMessage } from './stream-messages.js';

const ofProject = (projectId: string) => `/api/projects/${projectId}`;

async function readProject(projectId: string): Promise<ProjectView> {
  const answer = await fetch(ofProject(projectId), { headers: { accept: 'application/json' } });
  if (!answer.ok) throw new Error(`The project was answered with ${answer.status}.`);
  return (await answer.json()) as ProjectView;
}

/** @returns a function that serves the tab at the other end of a port */
export function serveTabs(): (port: MessagePort) => void {
  const streams = new ProjectStreams({
    openEvents: (projectId) => new EventSource(`${ofProject(projectId)}/events`),
    readProject,
  });
  return (port) => {
    const tab: Tab = (message) => port.postMessage(message);
    port.addEventListener('message', ({ data }: MessageEvent<TabMessage>) => streams.receive(tab, data));
    port.start();
  };
}
