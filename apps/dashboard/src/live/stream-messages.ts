import type { ProjectChange, ProjectEvents } from '@burgee/contracts/http';
import type { ConnectionState } from './connection-state.js';

/** What a tab follows. It repeats this as a sign of life, because a worker never learns that a tab crashed. */
export interface Following {
  projectId: string;
  /** Who is signed in, so that no tab joins the stream of another user's session. */
  userId: string;
  isShown: boolean;
  /** When the tab was shown, focused or hidden last, in milliseconds since 1970. */
  since: number;
}

/** From a tab; undefined when it no longer follows anything. */
export type TabMessage = Following | undefined;

/** To a tab. */
export type StreamMessage =
  | { kind: 'state'; state: ConnectionState }
  /** Connected or reconnected: the page's data may be old. */
  | { kind: 'ready'; ready: ProjectEvents['ready'] }
  | { kind: 'change'; change: ProjectChange }
  | { kind: 'unknown_change' }
  /** The service refused the connection: the session or the membership may have ended. */
  | { kind: 'refused' };

/** A tab repeats what it follows this often, and is answered with the state. */
export const SIGN_OF_LIFE_MILLISECONDS = 10_000;
/** After this long without a sign of life, a tab or a connection counts as gone. The service sends a `beat` every 10 s. */
export const SILENT_AT_MOST_MILLISECONDS = 22_000;
