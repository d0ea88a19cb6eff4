import type { AccountProjectView, AccountWithSessions, SessionView } from '@burgee/contracts/http';
import { Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { asApiError, isGone } from '../../api/api-error.js';
import { accountQuery, projectsOfAccountQuery } from '../../api/administration.js';
import { useKeptError } from '../../api/use-kept-error.js';
import { CopyAction } from '../../feedback/copying/copyable.js';
import { ErrorNotice } from '../../feedback/errors/error-notice.js';
import { fill } from '../../feedback/fill.js';
import { RowsSkeleton } from '../../feedback/loading/page-skeleton.js';
import { TimeAgo } from '../../feedback/time/time-ago.js';
import { describeAgent } from '../account/describe-agent.js';
import { AccountDeeds } from './account-deeds.js';
import { AccountSigns } from './account-signs.js';
import { AdministrationPage } from './administration-page.js';
import classes from './administration.module.css';
import { LastSignIn } from './last-sign-in.js';
import { ShortList } from './short-list.js';
import { texts } from './texts.js';

const route = getRouteApi('/inside/administration/accounts/$userId');

/** One account: what it has, and what an administrator may do to it. */
export function OneAccountScreen() {
  const { userId } = route.useParams();
  const { data, error, refetch } = useKeptError(useQuery(accountQuery(userId)));
  const isMissing = error !== null && (isGone(error) || asApiError(error).status === 400);
  return (
    <AdministrationPage
      title={data?.name ?? texts.oneAccount}
      besideTitle={data && <AccountSigns account={data} />}
      lead={data && <Facts account={data} />}
    >
      {error && (
        <ErrorNotice
          error={error}
          title={isMissing ? texts.noSuchAccount : texts.accountFailed}
          onRetry={isMissing ? undefined : () => void refetch()}
        />
      )}
      {!data && !error && (
        <div role="status" aria-label={texts.loading}>
          <RowsSkeleton rows={6} />
        </div>
      )}
      {data && !isMissing && (
        <>
          <AccountDeeds account={data} />
          <div className={classes.columns}>
            <Projects userId={userId} />
            <Sessions sessions={data.sessions} />
          </div>
        </>
      )}
    </AdministrationPage>
  );
}

function Facts({ account }: { account: AccountWithSessions }) {
  const { id, email, created_at, disabled_at } = account;
  return (
    <>
      <Text component="span">{email}</Text>
      <Text size="sm" component="div">
        <span>{fill(texts.registered, { when: <TimeAgo time={created_at} /> })}</span>
        {', '}
        <span>
          <LastSignIn account={account} />
        </span>
        {disabled_at !== null && (
          <>
            {', '}
            <span>{fill(texts.disabledSince, { when: <TimeAgo time={disabled_at} /> })}</span>
          </>
        )}
      </Text>
      <Group gap={4}>
        <Text component="span" size="sm" className="any-text">
          {texts.accountId(id)}
        </Text>
        <CopyAction value={id} what={texts.idToCopy} />
      </Group>
    </>
  );
}

function Projects({ userId }: { userId: string }) {
  const { data, error, refetch } = useKeptError(useQuery(projectsOfAccountQuery(userId)));
  // flags-admin of the release before leaves the environments out.
  const row = ({ id, name, role, environments = [] }: AccountProjectView) => (
    <li key={id} className={classes.item}>
      <Text size="sm" component="span" className={classes.grows}>
        {name}
      </Text>
      <Text size="sm" c="dimmed" component="span">
        {[role, ...environments.map((one) => texts.roleIn(one.role, one.name))].join(', ')}
      </Text>
    </li>
  );
  return (
    <ShortList id="projects-of-account" title={texts.projects} items={data} nothing={texts.noProjects} row={row}>
      {error && <ErrorNotice error={error} title={texts.projectsFailed} onRetry={() => void refetch()} />}
    </ShortList>
  );
}

function Sessions({ sessions }: { sessions: readonly SessionView[] }) {
  const row = ({ id, user_agent, created_at, expires_at }: SessionView) => (
    <li key={id} className={classes.item}>
      <Text size="sm" component="span" className={classes.grows}>
        {describeAgent(user_agent)}
      </Text>
      <Text size="sm" c="dimmed" component="span">
        {fill(texts.sessionTimes, { start: <TimeAgo time={created_at} />, end: <TimeAgo time={expires_at} /> })}
      </Text>
    </li>
  );
  return (
    <ShortList id="sessions-of-account" title={texts.sessions} items={sessions} nothing={texts.noSessions} row={row} />
  );
}
