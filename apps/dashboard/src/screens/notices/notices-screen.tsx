import type { NoticeView } from '@burgee/contracts/http';
import { Button, Group, Text } from '@mantine/core';
import { IconInbox } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { allNotices, noticesQuery, useReadNotices } from '../../api/notices.js';
import { useKeptError } from '../../api/use-kept-error.js';
import { EmptyState } from '../../feedback/empty-state.js';
import { ErrorNotice } from '../../feedback/errors/error-notice.js';
import { RowsSkeleton } from '../../feedback/loading/page-skeleton.js';
import { TimeAgo } from '../../feedback/time/time-ago.js';
import { showFailure } from '../../feedback/toasts/toasts.js';
import { AnchorLink } from '../../shell/links.js';
import { Page } from '../../shell/page.js';
import { describeNotice } from './describe-notice.js';
import classes from './notices.module.css';
import { texts } from './texts.js';
import { useNoticeKeys } from './use-notice-keys.js';

/** Not in the stream of a project, whose events announce notices. */
const AGAIN_AFTER_MILLISECONDS = 10_000;

const PLACES = {
  requests: '/projects/$projectId/requests',
  decided: '/projects/$projectId/requests',
  schedules: '/projects/$projectId/schedules',
  people: '/projects/$projectId/people',
  settings: '/projects/$projectId/settings',
  account: '/account',
  flag: '/projects/$projectId/flags/$flagId',
} as const;

/** The inbox: the notices of the account in all its projects. */
export function NoticesScreen() {
  const query = useInfiniteQuery({ ...noticesQuery, refetchInterval: AGAIN_AFTER_MILLISECONDS });
  const { data, error } = useKeptError(query);
  const reading = useReadNotices();
  const notices = data && allNotices(data);
  const list = useRef<HTMLUListElement>(null);
  const read = (body: Parameters<typeof reading.mutate>[0]) =>
    reading.mutate(body, { onError: (failed) => showFailure(texts.readFailed, failed) });
  /** The button that was pressed goes. */
  const readHere = (body: Parameters<typeof read>[0]) => {
    list.current?.focus();
    read(body);
  };
  useNoticeKeys(list, (index) => {
    const notice = notices?.[index];
    if (notice?.read_at === null) read({ ids: [notice.id] });
  });
  const isAnyUnread = notices?.some(({ read_at }) => read_at === null);
  return (
    <Page
      title={texts.title}
      lead={texts.lead}
      actions={
        isAnyUnread && (
          <Button variant="default" loading={reading.isPending} onClick={() => readHere({ all: true })}>
            {texts.readAll}
          </Button>
        )
      }
    >
      {error && <ErrorNotice error={error} title={texts.loadFailed} onRetry={() => void query.refetch()} />}
      {!notices && !error && (
        <div role="status" aria-label={texts.loading}>
          <RowsSkeleton rows={4} />
        </div>
      )}
      {notices?.length === 0 && (
        <div className="panel">
          <EmptyState icon={<IconInbox />} title={texts.none}>
            {texts.noneHint}
          </EmptyState>
        </div>
      )}
      {notices && notices.length > 0 && (
        <ul ref={list} tabIndex={-1} className={`panel ${classes.list}`} aria-label={texts.list}>
          {notices.map((notice) => (
            <Notice
              key={notice.id}
              notice={notice}
              onOpen={() => read({ ids: [notice.id] })}
              onRead={() => readHere({ ids: [notice.id] })}
            />
          ))}
        </ul>
      )}
      {query.hasNextPage && (
        <Button variant="subtle" mt="sm" loading={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
          {texts.more}
        </Button>
      )}
    </Page>
  );
}

interface NoticeProps {
  notice: NoticeView;
  onOpen: () => void;
  onRead: () => void;
}

function Notice({ notice, onOpen, onRead }: NoticeProps) {
  const { title, text, place } = describeNotice(notice);
  const isUnread = notice.read_at === null;
  return (
    <li className={classes.notice} tabIndex={-1} data-unread={isUnread || undefined}>
      <div className={classes.says}>
        <Text fw={isUnread ? 600 : undefined} className="any-text">
          {isUnread && <span className="visually-hidden">{texts.unread}: </span>}
          {title}
        </Text>
        {text !== undefined && (
          <Text size="sm" className="any-text">
            {text}
          </Text>
        )}
        <Text size="xs" c="dimmed" className="any-text">
          <TimeAgo time={notice.created_at} /> {notice.project_name !== null && texts.in(notice.project_name)}
        </Text>
      </div>
      <Group gap="sm" className={classes.actions}>
        {place && (
          <AnchorLink
            to={PLACES[place.page]}
            params={{ projectId: notice.project_id ?? '', flagId: place.flagId ?? '' }}
            hash={place.hash}
            size="sm"
            onClick={() => isUnread && onOpen()}
          >
            {texts.go[place.page]}
          </AnchorLink>
        )}
        {isUnread && (
          <Button size="compact-sm" variant="default" aria-label={texts.readOne(title)} onClick={onRead}>
            {texts.read}
          </Button>
        )}
      </Group>
    </li>
  );
}
