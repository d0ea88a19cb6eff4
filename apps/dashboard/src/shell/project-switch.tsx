import { Button, Menu } from '@mantine/core';
import { IconCheck, IconChevronDown, IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { projectsQuery } from '../api/projects.js';
import { MenuItemLink } from './links.js';
import classes from './shell.module.css';

/** Shows the open project and switches to another. */
export function ProjectSwitch({ onNavigate }: { onNavigate?: () => void }) {
  const { projectId } = useParams({ strict: false });
  const { data: projects = [] } = useQuery(projectsQuery);
  const open = projects.find(({ id }) => id === projectId);
  return (
    <Menu position="bottom-start" width="target" withinPortal>
      <Menu.Target>
        <Button
          variant="default"
          fullWidth
          justify="space-between"
          rightSection={<IconChevronDown size={16} aria-hidden />}
          classNames={{ label: classes.switch }}
        >
          {open?.name ?? 'Projects'}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {projects.map(({ id, name }) => (
          <MenuItemLink
            key={id}
            to="/projects/$projectId/flags"
            params={{ projectId: id }}
            onClick={onNavigate}
            rightSection={id === projectId ? <IconCheck size={16} aria-label="open" /> : undefined}
            className="any-text"
          >
            {name}
          </MenuItemLink>
        ))}
        {projects.length > 0 && <Menu.Divider />}
        <MenuItemLink to="/projects/new" onClick={onNavigate} leftSection={<IconPlus size={16} />}>
          New project
        </MenuItemLink>
        <MenuItemLink to="/" onClick={onNavigate}>
          All projects
        </MenuItemLink>
      </Menu.Dropdown>
    </Menu>
  );
}
