import type { ProjectView } from '@burgee/contracts/http';
import type { Role } from '@burgee/contracts/wire';
import { Text } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useProjects } from '../../api/projects.js';
import { SearchField } from '../../feedback/search-field.js';
import { describeRole } from '../../members/describe-role.js';
import { ButtonLink } from '../../shell/links.js';
import { Page } from '../../shell/page.js';
import { findProjects } from './find-projects.js';
import { NoProject } from './no-project.js';
import classes from './projects-screen.module.css';
import { texts } from './texts.js';

/** The environments in which the user has another role. */
const differing = (role: Role, environments: ProjectView['environments']) =>
  environments.flatMap((one) => (one.role === role ? [] : [{ name: one.name, role: texts.roles[one.role] }]));

/** The user's projects. */
export function ProjectsScreen() {
  const projects = useProjects();
  const [search, setSearch] = useState('');
  if (projects.length === 0) return <NoProject />;
  const found = findProjects(projects, search);
  return (
    <Page
      title={texts.title}
      actions={
        <ButtonLink to="/projects/new" leftSection={<IconPlus size={18} aria-hidden />}>
          {texts.create}
        </ButtonLink>
      }
    >
      <search className={classes.tools}>
        <SearchField
          value={search}
          label={texts.search}
          hint={texts.searchHint}
          clear={texts.clearSearch}
          className={classes.search}
          onChange={setSearch}
        />
        <Text size="sm" c="dimmed" role="status">
          {texts.count(found.length, projects.length)}
        </Text>
      </search>
      {found.length === 0 && <Text c="dimmed">{texts.noMatch}</Text>}
      <ul className={`panel ${classes.list}`} hidden={found.length === 0}>
        {found.map(({ id, name, description, role, environments }) => (
          <li key={id} className={classes.row}>
            <Link to="/projects/$projectId/flags" params={{ projectId: id }} className={classes.name}>
              {name}
            </Link>
            <span className={classes.about}>{description}</span>
            <span className={classes.fact}>{texts.environments(environments.length)}</span>
            <span className={classes.role}>{describeRole(texts.roles[role], differing(role, environments))}</span>
          </li>
        ))}
      </ul>
    </Page>
  );
}
