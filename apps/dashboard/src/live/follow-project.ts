import type { ProjectChange, ProjectEvents } from '@burgee/contracts/http';
import { connectAlone, connectShared, hasSharedWorkers } from './connect-to-streams.js';
import type { ConnectionState } from './connection-state.js';
import {
  type Following,
  SIGN_OF_LIFE_MILLISECONDS,
  SILENT_AT_MOST_MILLISECONDS,
  type StreamMessage,
} from './stream-messages.js';

/** A hidden page leaves its stream after this long. */
const HIDDEN_AT_MOST_MILLISECONDS = 20_000;
/** A worker answers when it has started. */
const STARTED_WITHIN_MILLISECONDS = 10_000;

export interface ProjectListener {
  onState: (state: ConnectionState) => void;
  /** Connected or reconnected: the page's data may be old. */
  onReady: (ready: ProjectEvents['ready'], isFirst: boolean) => void;
  onChange: (change: ProjectChange) => void;
  onUnknownChange: () => void;
  /** The service refused the connection: the session or the membership may have ended. */
  onRefused: () => void;
}

/** Whether this tab has streams of its own: without shared workers (Chrome on Android), or when the worker does not start. */
let isAlone = !hasSharedWorkers();

const isShown = () => document.visibilityState !== 'hidden';

/** Subscribes to a project's events, unless the page is hidden. @returns a function that ends the subscription */
export function followProject(
  { projectId, userId }: Pick<Following, 'projectId' | 'userId'>,
  listener: ProjectListener,
): () => void {
  let port: MessagePort | undefined;
  let hidden: ReturnType<typeof setTimeout> | undefined;
  let silence: ReturnType<typeof setTimeout> | undefined;
  let since = Date.now();
  let isFirst = true;

  const say = () => port?.postMessage({ projectId, userId, isShown: isShown(), since } satisfies Following);
  const leave = (state?: ConnectionState) => {
    clearTimeout(silence);
    port?.postMessage(undefined);
    port?.close();
    port = undefined;
    if (state) listener.onState(state);
  };
  const join = (state: ConnectionState) => {
    leave(state);
    const joinAlone = () => {
      isAlone = true;
      join('connecting');
    };
    const joined = isAlone ? connectAlone() : connectShared(() => port === joined && joinAlone());
    port = joined;
    joined.addEventListener('message', ({ data }: MessageEvent<StreamMessage>) => {
      if (port !== joined) return;
      clearTimeout(silence);
      // A worker that crashed is replaced by a new one.
      silence = setTimeout(() => join('lost'), SILENT_AT_MOST_MILLISECONDS);
      receive(data);
    });
    joined.start();
    silence = setTimeout(joinAlone, STARTED_WITHIN_MILLISECONDS);
    say();
  };
  const receive = (message: StreamMessage) => {
    if (message.kind === 'state') listener.onState(message.state);
    else if (message.kind === 'change') listener.onChange(message.change);
    else if (message.kind === 'unknown_change') listener.onUnknownChange();
    else if (message.kind === 'refused') listener.onRefused();
    else {
      listener.onReady(message.ready, isFirst);
      isFirst = false;
    }
  };

  const onUse = () => {
    since = Date.now();
    say();
  };
  const onVisibility = () => {
    clearTimeout(hidden);
    onUse();
    if (!isShown()) hidden = setTimeout(() => leave('paused'), HIDDEN_AT_MOST_MILLISECONDS);
    else if (!port) join('connecting');
  };
  const signs = setInterval(say, SIGN_OF_LIFE_MILLISECONDS);
  const ended = new AbortController();
  const { signal } = ended;
  document.addEventListener('visibilitychange', onVisibility, { signal });
  window.addEventListener('focus', onUse, { signal });
  window.addEventListener('pagehide', () => leave(), { signal });
  window.addEventListener('offline', () => leave('offline'), { signal });
  window.addEventListener('online', () => (isShown() ? join('connecting') : listener.onState('paused')), { signal });
  if (isShown()) join('connecting');
  else listener.onState('paused');
  return () => {
    ended.abort();
    clearTimeout(hidden);
    clearInterval(signs);
    leave();
  };
}
