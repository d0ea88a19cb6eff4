import type { EnvironmentConnection } from '@burgee/contracts/http';
import { TimeAgo } from '../../feedback/time/time-ago.js';
import { useNow } from '../../feedback/time/use-now.js';
import classes from './connect-screen.module.css';
import { type ConnectionStage, connectionStage } from './connection-stage.js';
import { fill } from '../../feedback/fill.js';
import { texts } from './texts.js';

interface Props {
  name: string;
  /** The app is a page, and no origin is registered yet. */
  isClosedToPages: boolean;
  /** Whether the flag is on already. */
  isOn: boolean;
  connection: EnvironmentConnection | undefined;
  error: unknown;
}

/** Waits for the first call of an app, and shows it. */
export function ConnectionStatus({ name, isClosedToPages, isOn, connection, error }: Props) {
  const stage = connectionStage(connection, useNow());
  return (
    <div className={classes.status} role="status" data-stage={stage}>
      <span className={classes.pulse} aria-hidden />
      <span className="any-text">
        {stage !== 'waiting' && connection ? (
          <Connected name={name} connection={connection} stage={stage} />
        ) : (
          waiting(name, connection, error)
        )}
        <span className={classes.hint}>
          {stage === 'waiting' ? hint(isClosedToPages) : texts.hints[stage === 'now' && isOn ? 'on' : stage]}
        </span>
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
  stage,
}: {
  name: string;
  connection: EnvironmentConnection;
  stage: Exclude<ConnectionStage, 'waiting'>;
}) {
  return (
    <>
      {texts.connected[stage](name)}
      {streams > 0 && texts.listening(streams)}{' '}
      {last_seen_at && fill(texts.lastCall, { when: <TimeAgo time={last_seen_at} /> })}
    </>
  );
}
