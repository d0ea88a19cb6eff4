import type { SessionView } from '@burgee/contracts/http';
import { Badge, Button, Group, Text, Title } from '@mantine/core';
import { IconDeviceLaptop } from '@tabler/icons-react';
import { useState } from 'react';
import { useEndOtherSessions, useEndSession, useSessions } from '../../api/session.js';
import { Hint } from '../../feedback/hint.js';
import { TimeAgo } from '../../feedback/time/time-ago.js';
import { showDone, showFailure } from '../../feedback/toasts/toasts.js';
import { describeAgent } from './describe-agent.js';
import classes from './account-screen.module.css';
import { fill } from '../../feedback/fill.js';
import { texts } from './texts.js';

const SHOWN_AT_FIRST = 5;

/** Lists the user's sessions and ends them. */
export function Sessions() {
  const sessions = useSessions();
  const endOthers = useEndOtherSessions();
  const others = sessions.filter(({ current }) => !current);
  const [isWhole, setWhole] = useState(false);
  const sorted = [...sessions.filter(({ current }) => current), ...others];
  const isLong = !isWhole && sorted.length > SHOWN_AT_FIRST + 1;
  const end = () =>
    endOthers.mutate(undefined, {
      onSuccess: () => showDone(texts.signedOutOthers),
      onError: (error) => showFailure(texts.othersFailed, error),
    });
  return (
    <section className={`panel ${classes.panel}`} aria-labelledby="sessions">
      <Title order={2} id="sessions">
        {texts.sessionsTitle}
      </Title>
      <ul className={classes.sessions}>
        {(isLong ? sorted.slice(0, SHOWN_AT_FIRST) : sorted).map((session) => (
          <SessionRow key={session.id} session={session} />
        ))}
      </ul>
      {isLong && (
        <Button variant="subtle" size="compact-sm" onClick={() => setWhole(true)}>
          {texts.showAll(sorted.length)}
        </Button>
      )}
      <Group justify="space-between" gap="sm">
        <Text size="sm" c="dimmed">
          {others.length === 0 && texts.nowhereElse}
          {texts.sessionsHint}
        </Text>
        {others.length > 0 && (
          <Button variant="default" size="xs" loading={endOthers.isPending} onClick={end}>
            {texts.signOutOthers}
          </Button>
        )}
      </Group>
    </section>
  );
}

function SessionRow({ session: { id, user_agent, current, created_at, expires_at } }: { session: SessionView }) {
  const end = useEndSession();
  const what = describeAgent(user_agent);
  // Not in callbacks of mutate(), because this row no longer exists when it succeeds.
  const stop = () =>
    end.mutateAsync(id).then(
      () => showDone(texts.signedOut(what)),
      (error) => showFailure(texts.signOutFailed, error),
    );
  return (
    <li className={classes.session}>
      <IconDeviceLaptop size={22} stroke={1.6} aria-hidden />
      <div className={classes.what}>
        <Hint label={user_agent ?? texts.unknownApp}>
          <Text fw={600} component="span" tabIndex={0} className="any-text">
            {what}
          </Text>
        </Hint>{' '}
        {current && (
          <Badge color="teal.9" variant="light" tt="none" size="sm" className={classes.here}>
            {texts.thisOne}
          </Badge>
        )}
        <Text size="sm" c="dimmed">
          {fill(texts.times, { start: <TimeAgo time={created_at} />, end: <TimeAgo time={expires_at} /> })}
        </Text>
      </div>
      {!current && (
        <Button
          variant="subtle"
          size="xs"
          loading={end.isPending}
          onClick={() => void stop()}
          aria-label={texts.signOutNamed(what)}
        >
          {texts.signOut}
        </Button>
      )}
    </li>
  );
}
