import type { EnvironmentConnection } from '@burgee/contracts/http';
import { hasConnected } from '../../api/connections.js';
import { TimeAgo } from '../../feedback/time-ago.js';
import classes from './connect-screen.module.css';
import { fill } from '../../feedback/fill.js';
import { texts } from './texts.js';

interface Props {
  name: string;
  /** No page may call yet. */
  isClosedToPages: boolean;
  connection: EnvironmentConnection | undefined;
  error: unknown;
}

/** Waits for the first call of an app, and shows it. */
export function ConnectionStatus({ name, isClosedToPages, connection, error }: Props) {
  const connected = hasConnected(connection);
  return (
    <div className={classes.status} role="status" data-connected={connected || undefined}>
      <span className={classes.pulse} aria-hidden />
      <span className="any-text">
        {connected && connection ? <Connected name={name} connection={connection} /> : waiting(name, connection, error)}
        <span className={classes.hint}>{connected ? texts.connectedHint : hint(isClosedToPages)}</span>
      </span>
    </div>
  );
}

const hint = (isClosedToPages: boolean) => (isClosedToPages ? texts.waitingForPage : texts.waitingHint);

function waiting(name: string, connection: EnvironmentConnection | undefined, error: unknown): string {
  if (error && !connection) return texts.waitingUnknown;
  return `${texts.waiting(name)}${connection && !connection.complete ? texts.waitingBlind : ''}`;
}

function Connected({
  name,
  connection: { last_seen_at, streams },
}: {
  name: string;
  connection: EnvironmentConnection;
}) {
  return (
    <>
      {texts.connected(name)}
      {streams > 0 && texts.listening(streams)}{' '}
      {last_seen_at && fill(texts.lastCall, { when: <TimeAgo time={last_seen_at} /> })}
    </>
  );
}
