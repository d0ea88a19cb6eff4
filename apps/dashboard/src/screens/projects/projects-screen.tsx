import { Badge, Text, Title } from '@mantine/core';
import { IconFlag3, IconPlus } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useProjects } from '../../api/projects.js';
import { EmptyState } from '../../feedback/empty-state.js';
import { ButtonLink } from '../../shell/links.js';
import { Page } from '../../shell/page.js';
import classes from './projects-screen.module.css';
import { texts } from './texts.js';

/** The user's projects. */
export function ProjectsScreen() {
  const projects = useProjects();
  const create = (
    <ButtonLink to="/projects/new" leftSection={<IconPlus size={18} />}>
      {texts.create}
    </ButtonLink>
  );
  if (projects.length === 0)
    return (
      <Page title={texts.title}>
        <div className="panel">
          <EmptyState icon={<IconFlag3 />} title={texts.none} action={create}>
            {texts.noneHint}
          </EmptyState>
        </div>
      </Page>
    );
  return (
    <Page title={texts.title} actions={create}>
      <ul className={classes.cards}>
        {projects.map(({ id, name, description, role, environments }) => (
          <li key={id} className={`panel ${classes.card}`}>
            <Title order={2} className="any-text">
              <Link to="/projects/$projectId/flags" params={{ projectId: id }} className={classes.name}>
                {name}
              </Link>
            </Title>
            {description && (
              <Text size="sm" c="dimmed" lineClamp={2} className="any-text">
                {description}
              </Text>
            )}
            <div className={classes.facts}>
              {environments.map((environment) => (
                <Badge key={environment.id} variant="default" tt="none" fw={500} className={classes.badge}>
                  {environment.icon} {environment.name}
                </Badge>
              ))}
              <Text size="xs" c="dimmed" ml="auto">
                {texts.you(role)}
              </Text>
            </div>
          </li>
        ))}
      </ul>
    </Page>
  );
}
