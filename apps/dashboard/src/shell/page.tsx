import { Group, Text, Title } from '@mantine/core';
import { useDocumentTitle } from '@mantine/hooks';
import type { ReactNode } from 'react';
import { useFeedState } from '../live/feed-context.js';
import { LiveBadge } from '../live/live-badge.js';
import classes from './page.module.css';

interface Props {
  title: string;
  /** What the page is for, in a sentence. */
  lead?: ReactNode;
  /** What can be done here, to the right of the title. */
  actions?: ReactNode;
  /** The tab's title, when it should say more. */
  tab?: string;
  children: ReactNode;
}

/** A page: its title, what can be done on it, whether it is up to date, and what it shows. */
export function Page({ title, lead, actions, tab, children }: Props) {
  const feed = useFeedState();
  useDocumentTitle(`${tab ?? title} · Burgee`);
  return (
    <div className={classes.page}>
      <Group justify="space-between" align="flex-start" gap="md" className={classes.head}>
        <div className={classes.title}>
          <Title order={1} className="any-text">
            {title}
          </Title>
          {lead && (
            <Text c="dimmed" component="div" className="any-text">
              {lead}
            </Text>
          )}
        </div>
        {(feed || actions) && (
          <Group gap="xs">
            {feed && <LiveBadge state={feed} />}
            {actions}
          </Group>
        )}
      </Group>
      {children}
    </div>
  );
}
