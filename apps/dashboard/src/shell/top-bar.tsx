import { ActionIcon } from '@mantine/core';
import { IconMenu2, IconSearch } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { projectQuery } from '../api/projects.js';
import { openPalette } from '../shortcuts/open-palette.js';
import { Brand } from './brand.js';
import classes from './shell.module.css';
import { texts } from './texts.js';

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
      <ActionIcon variant="subtle" color="gray" size="xl" ml="auto" aria-label={texts.search} onClick={openPalette}>
        <IconSearch size={20} />
      </ActionIcon>
    </header>
  );
}
