import { Group, Text, Title } from '@mantine/core';
import { useDocumentTitle } from '@mantine/hooks';
import type { ReactNode } from 'react';
import { useConnectionState } from '../live/connection-context.js';
import { LiveBadge } from '../live/live-badge.js';
import { OutOfTouch } from '../live/out-of-touch.js';
import { GuideLink } from './guide-link.js';
import classes from './page.module.css';
import { texts } from './texts.js';

interface Props {
  title: string;
  /** A small button that belongs to the title. */
  besideTitle?: ReactNode;
  /** The way back, above the title. */
  back?: ReactNode;
  /** The purpose of the page, in a sentence. */
  lead?: ReactNode;
  /** Actions, to the right of the title. */
  actions?: ReactNode;
  /** Search and filters, next to the title where there is room. */
  tools?: ReactNode;
  /** The title of the tab, if it differs. */
  tab?: string;
  /** The content is as high as the window, and scrolls by itself. */
  fill?: boolean;
  children: ReactNode;
}

/** A page: title, actions, connection state, content. */
export function Page({ title, besideTitle, back, lead, actions, tools, tab, fill = false, children }: Props) {
  const connection = useConnectionState();
  useDocumentTitle(texts.tab(tab ?? title));
  return (
    <div className={fill ? `${classes.page} ${classes.fill}` : classes.page} data-fill={fill || undefined}>
      <div className={classes.head} data-back={back ? true : undefined} data-alone={back || actions ? undefined : true}>
        <div className={tools ? undefined : classes.title}>
          {back}
          <Group gap={4} wrap="nowrap">
            <Title order={1} className="any-text" data-opened={back ? true : undefined}>
              {title}
            </Title>
            {besideTitle}
            <GuideLink />
          </Group>
          {lead && (
            <Text c="dimmed" component="div" className="any-text">
              {lead}
            </Text>
          )}
        </div>
        {tools && <div className={classes.tools}>{tools}</div>}
        {(connection || actions) && (
          <Group gap="xs" className={classes.actions}>
            {connection && <LiveBadge state={connection} />}
            {actions}
          </Group>
        )}
        <OutOfTouch state={connection} />
      </div>
      {children}
    </div>
  );
}
