import { Button } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { projectQuery } from '../api/projects.js';
import { lazyPanel } from '../feedback/loading/lazy-panel.js';
import classes from './shell.module.css';
import { texts } from './texts.js';
import { useShownProject } from './use-shown-project.js';

const ProjectPanel = lazyPanel(async () => (await import('./project-panel.js')).ProjectPanel);

/** Shows the open project and switches to another. */
export function ProjectSwitch({ onNavigate }: { onNavigate?: () => void }) {
  const projectId = useShownProject() ?? '';
  const { data } = useQuery({ ...projectQuery(projectId), enabled: projectId !== '' });
  const open = projectId === '' ? undefined : data;
  const target = (
    <Button
      variant="default"
      fullWidth
      title={open?.name}
      justify="space-between"
      rightSection={<IconChevronDown size={16} aria-hidden />}
      classNames={{ root: classes.projectSwitch, label: classes.switch }}
    >
      <span className={classes.projectLetter} aria-hidden>
        {[...(open?.name ?? texts.projects)][0]}
      </span>
      <span className={classes.projectName}>{open?.name ?? texts.projects}</span>
    </Button>
  );
  return <ProjectPanel target={target} onNavigate={onNavigate} />;
}
