import type { ProjectChange } from '@burgee/contracts';
import { type FeedState, waitBefore } from './feed-state.js';

/** `beat` comes every 10 s; who hears none for this long has lost the connection, whatever the browser says. */
const SILENT_AT_MOST_MILLISECONDS = 22_000;
/** A page that is not looked at lets its connection go: a browser has six to one address. */
const HIDDEN_AT_MOST_MILLISECONDS = 20_000;

export interface FeedListener {
  onState: (state: FeedState) => void;
  /** Connected, at first or again: what is shown may be old. */
  onReady: () => void;
  onChange: (change: ProjectChange) => void;
  onUnknownChange: () => void;
  /** The connection was refused rather than lost: the session or the membership may have ended. */
  onRefused: () => void;
}

/** Follows a project until it is told to stop. A lost connection is taken up again by itself. */
export function followProject(projectId: string, listener: FeedListener): () => void {
  let source: EventSource | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let silence: ReturnType<typeof setTimeout> | undefined;
  let hidden: ReturnType<typeof setTimeout> | undefined;
  let attempt = 0;

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
  const heard = () => {
    clearTimeout(silence);
    silence = setTimeout(lost, SILENT_AT_MOST_MILLISECONDS);
  };
  function open(): void {
    close();
    const opened = new EventSource(`/api/projects/${projectId}/events`);
    source = opened;
    heard();
    opened.addEventListener('ready', () => {
      attempt = 0;
      heard();
      listener.onState('live');
      listener.onReady();
    });
    opened.addEventListener('change', ({ data }: MessageEvent<string>) => {
      heard();
      listener.onChange(JSON.parse(data) as ProjectChange);
    });
    opened.addEventListener('unknown_change', () => {
      heard();
      listener.onUnknownChange();
    });
    opened.addEventListener('beat', heard);
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

  document.addEventListener('visibilitychange', onVisibility);
  window.addEventListener('online', onOnline);
  open();
  return () => {
    document.removeEventListener('visibilitychange', onVisibility);
    window.removeEventListener('online', onOnline);
    clearTimeout(hidden);
    close();
  };
}
