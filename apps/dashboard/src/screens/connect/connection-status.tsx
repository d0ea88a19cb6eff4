import type { EnvironmentConnection } from '@burgee/contracts/http';
import { hasConnected } from '../../api/connections.js';
import { TimeAgo } from '../../feedback/time-ago.js';
import classes from './connect-screen.module.css';

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
        <span className={classes.hint}>{connected ? 'Now switch it, below.' : hint(isClosedToPages)}</span>
      </span>
    </div>
  );
}

const hint = (isClosedToPages: boolean) =>
  isClosedToPages
    ? 'This turns green by itself. If it is a page, allow its address first, below the code.'
    : 'This turns green by itself. If it does not, the console of your app says what is wrong.';

function waiting(name: string, connection: EnvironmentConnection | undefined, error: unknown): string {
  if (error && !connection) return 'We cannot tell right now whether your app has connected. We keep trying.';
  const blind = connection && !connection.complete ? ' (NATS is away, so this may take longer than it should.)' : '';
  return `Waiting for your app to connect to ${name}…${blind}`;
}

function Connected({
  name,
  connection: { last_seen_at, streams },
}: {
  name: string;
  connection: EnvironmentConnection;
}) {
  const listening = streams === 1 ? '1 app is listening' : `${streams} apps are listening`;
  return (
    <>
      Connected to {name}.{streams > 0 && ` ${listening} for changes.`}
      {last_seen_at && (
        <>
          {' '}
          Last call <TimeAgo time={last_seen_at} />.
        </>
      )}
    </>
  );
}
