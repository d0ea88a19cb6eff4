import { Group, Text, Title } from '@mantine/core';
import { useDocumentTitle } from '@mantine/hooks';
import type { ReactNode } from 'react';
import { useConnectionState } from '../live/connection-context.js';
import { LiveBadge } from '../live/live-badge.js';
import classes from './page.module.css';

interface Props {
  title: string;
  /** The purpose of the page, in a sentence. */
  lead?: ReactNode;
  /** Actions, to the right of the title. */
  actions?: ReactNode;
  /** The title of the tab, if it differs. */
  tab?: string;
  children: ReactNode;
}

/** A page: title, actions, whether it is up to date, content. */
export function Page({ title, lead, actions, tab, children }: Props) {
  const connection = useConnectionState();
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
        {(connection || actions) && (
          <Group gap="xs">
            {connection && <LiveBadge state={connection} />}
            {actions}
          </Group>
        )}
      </Group>
      {children}
    </div>
  );
}
