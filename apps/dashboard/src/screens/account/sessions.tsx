import type { SessionView } from '@burgee/contracts/http';
import { Badge, Button, Group, Text, Title, Tooltip } from '@mantine/core';
import { IconDeviceLaptop } from '@tabler/icons-react';
import { useEndOtherSessions, useEndSession, useSessions } from '../../api/session.js';
import { TimeAgo } from '../../feedback/time-ago.js';
import { showDone, showFailure } from '../../feedback/toasts.js';
import { describeAgent } from './describe-agent.js';
import classes from './account-screen.module.css';

/** Lists the user's sessions and ends them. */
export function Sessions() {
  const sessions = useSessions();
  const endOthers = useEndOtherSessions();
  const others = sessions.filter(({ current }) => !current);
  const end = () =>
    endOthers.mutate(undefined, {
      onSuccess: () => showDone('Signed out everywhere else'),
      onError: (error) => showFailure('The others are still signed in', error),
    });
  return (
    <section className={`panel ${classes.panel}`} aria-labelledby="sessions">
      <Title order={2} id="sessions">
        Where you are signed in
      </Title>
      <ul className={classes.sessions}>
        {[...sessions.filter(({ current }) => current), ...others].map((session) => (
          <SessionRow key={session.id} session={session} />
        ))}
      </ul>
      <Group justify="space-between" gap="sm">
        <Text size="sm" c="dimmed">
          {others.length === 0 && 'You are signed in nowhere else. '}A session ends by itself after 7 days.
        </Text>
        {others.length > 0 && (
          <Button variant="default" size="xs" loading={endOthers.isPending} onClick={end}>
            Sign out everywhere else
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
      () => showDone(`${what} signed out`),
      (error) => showFailure('That session is still open', error),
    );
  return (
    <li className={classes.session}>
      <IconDeviceLaptop size={22} stroke={1.6} aria-hidden />
      <div className={classes.what}>
        <Tooltip label={user_agent ?? 'Unknown application.'} multiline maw={360}>
          <Text fw={600} component="span" tabIndex={0} className="any-text">
            {what}
          </Text>
        </Tooltip>{' '}
        {current && (
          <Badge color="teal.9" variant="light" tt="none" size="sm" className={classes.here}>
            this one
          </Badge>
        )}
        <Text size="sm" c="dimmed">
          signed in <TimeAgo time={created_at} />, ends <TimeAgo time={expires_at} />
        </Text>
      </div>
      {!current && (
        <Button
          variant="subtle"
          size="xs"
          loading={end.isPending}
          onClick={() => void stop()}
          aria-label={`Sign out ${what}`}
        >
          Sign out
        </Button>
      )}
    </li>
  );
}
