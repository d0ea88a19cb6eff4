import type { ProjectChange, ProjectEvents } from '@burgee/contracts/http';
import { type ConnectionState, waitBefore } from './connection-state.js';

/** The service sends a `beat` every 10 s. After this long without one, the page treats the connection as lost. */
const SILENT_AT_MOST_MILLISECONDS = 22_000;
/** A hidden page disconnects after this long, because a browser opens six connections to one address. */
const HIDDEN_AT_MOST_MILLISECONDS = 20_000;

export interface ProjectListener {
  onState: (state: ConnectionState) => void;
  /** Connected or reconnected: the page's data may be old. */
  onReady: (ready: ProjectEvents['ready'], isFirst: boolean) => void;
  onChange: (change: ProjectChange) => void;
  onUnknownChange: () => void;
  /** The service refused the connection: the session or the membership may have ended. */
  onRefused: () => void;
}

/** Subscribes to a project's events and reconnects by itself. @returns a function that ends the subscription */
export function followProject(projectId: string, listener: ProjectListener): () => void {
  let source: EventSource | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let silence: ReturnType<typeof setTimeout> | undefined;
  let hidden: ReturnType<typeof setTimeout> | undefined;
  let attempt = 0;
  let isFirst = true;

  const close = () => {
    clearTimeout(timer);
    clearTimeout(silence);
    source?.close();
    source = undefined;
  };
  const lost = () => {
    close();
    listener.onState('lost');
    timer = setTimeout(open, waitBefore(attempt++, Math.random()));
  };
  const received = () => {
    clearTimeout(silence);
    silence = setTimeout(lost, SILENT_AT_MOST_MILLISECONDS);
  };
  function open(): void {
    close();
    const opened = new EventSource(`/api/projects/${projectId}/events`);
    source = opened;
    received();
    opened.addEventListener('ready', ({ data }: MessageEvent<string>) => {
      attempt = 0;
      received();
      listener.onState('live');
      listener.onReady(JSON.parse(data) as ProjectEvents['ready'], isFirst);
      isFirst = false;
    });
    opened.addEventListener('change', ({ data }: MessageEvent<string>) => {
      received();
      listener.onChange(JSON.parse(data) as ProjectChange);
    });
    opened.addEventListener('unknown_change', () => {
      received();
      listener.onUnknownChange();
    });
    opened.addEventListener('beat', received);
    opened.addEventListener('error', () => {
      if (opened.readyState === EventSource.CLOSED) listener.onRefused();
      lost();
    });
  }
  const onVisibility = () => {
    clearTimeout(hidden);
    if (document.visibilityState === 'hidden') {
      hidden = setTimeout(() => {
        close();
        listener.onState('paused');
      }, HIDDEN_AT_MOST_MILLISECONDS);
    } else if (!source) open();
  };
  const onOnline = () => {
    if (source?.readyState !== EventSource.OPEN) open();
  };

  const onOffline = () => {
    close();
    listener.onState('offline');
  };

  document.addEventListener('visibilitychange', onVisibility);
  window.addEventListener('offline', onOffline);
  window.addEventListener('online', onOnline);
  open();
  return () => {
    document.removeEventListener('visibilitychange', onVisibility);
    window.removeEventListener('online', onOnline);
    window.removeEventListener('offline', onOffline);
    clearTimeout(hidden);
    close();
  };
}
