import { Menu } from '@mantine/core';
import { IconCheck, IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { projectsQuery } from '../api/projects.js';
import type { PanelProps } from '../feedback/loading/lazy-panel.js';
import { MenuItemLink } from './menu-item-link.js';
import { texts } from './texts.js';

/** The projects to switch to. */
export function ProjectPanel({ opened, onChange, target, onNavigate }: PanelProps & { onNavigate?: () => void }) {
  const { projectId } = useParams({ strict: false });
  const { data: projects = [] } = useQuery(projectsQuery);
  return (
    <Menu position="bottom-start" width="target" withinPortal opened={opened} onChange={onChange}>
      <Menu.Target>{target}</Menu.Target>
      <Menu.Dropdown>
        {projects.map(({ id, name }) => (
          <MenuItemLink
            key={id}
            to="/projects/$projectId/flags"
            params={{ projectId: id }}
            onClick={onNavigate}
            rightSection={id === projectId ? <IconCheck size={16} aria-label={texts.openProject} /> : undefined}
            className="any-text"
          >
            {name}
          </MenuItemLink>
        ))}
        {projects.length > 0 && <Menu.Divider />}
        <MenuItemLink to="/projects/new" onClick={onNavigate} leftSection={<IconPlus size={16} />}>
          {texts.newProject}
        </MenuItemLink>
        <MenuItemLink to="/projects" onClick={onNavigate}>
          {texts.allProjects}
        </MenuItemLink>
      </Menu.Dropdown>
    </Menu>
  );
}
