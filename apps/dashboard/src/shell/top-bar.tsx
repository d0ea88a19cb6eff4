import { ActionIcon } from '@mantine/core';
import { IconInbox, IconMenu2, IconSearch } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useUnreadNotices } from '../api/notices.js';
import { projectQuery } from '../api/projects.js';
import { openPalette } from '../shortcuts/open-palette.js';
import { Brand } from './brand.js';
import { Count } from './count.js';
import { ButtonLink } from './links.js';
import classes from './shell.module.css';
import { texts } from './texts.js';

/** On narrow screens the navigation is closed, so its count of unread notices is here. */
function UnreadNotices() {
  const { count, hasMore } = useUnreadNotices();
  const unread = texts.unread(count, hasMore);
  if (count === 0) return <span className={classes.filler} />;
  return (
    <ButtonLink to="/inbox" variant="subtle" color="gray" px="xs" ml="auto" aria-label={texts.unreadNotices(unread)}>
      <IconInbox size={20} aria-hidden /> <Count count={count} says={unread} hasMore={hasMore} />
    </ButtonLink>
  );
}

/** The bar above the page on narrow screens: the menu, the name of the project, and the search. */
export function TopBar({ onMenu }: { onMenu: () => void }) {
  const { projectId = '' } = useParams({ strict: false });
  const { data: project } = useQuery({ ...projectQuery(projectId), enabled: projectId !== '' });
  return (
    <header className={classes.top}>
      <ActionIcon variant="subtle" color="gray" size="xl" aria-label={texts.openNavigation} onClick={onMenu}>
        <IconMenu2 />
      </ActionIcon>
      {project && projectId !== '' ? <span className={classes.project}>{project.name}</span> : <Brand />}
      <UnreadNotices />
      <ActionIcon variant="subtle" color="gray" size="xl" aria-label={texts.search} onClick={openPalette}>
        <IconSearch size={20} />
      </ActionIcon>
    </header>
  );
}
