import { NativeSelect, Stack } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import { useProject } from '../../api/projects.js';
import { Page } from '../../shell/page.js';
import { texts as all } from '../../usage/texts.js';
import { NoEnvironment } from '../environments/no-environment.js';
import { FlagsByApp } from './flags-by-app.js';
import { ProjectUsage } from './project-usage.js';
import type { UsageSearch } from './usage-search.js';

const route = getRouteApi('/inside/projects/$projectId/usage');
const texts = all.project;

/** Which applications use an environment, which flags they evaluate, and which keys do not exist. */
export function UsageScreen() {
  const { projectId } = route.useParams();
  const { env, app } = route.useSearch();
  const navigate = route.useNavigate();
  const project = useProject(projectId);
  const { environments } = project;
  // Protected environments matter most.
  const first = environments.find(({ protected: guarded }) => guarded) ?? environments[0];
  const environment = environments.find(({ slug }) => slug === env) ?? first;
  const show = (search: UsageSearch) => void navigate({ search, replace: true });
  const page = { title: texts.title, tab: texts.tab(project.name), lead: all.advice };
  if (!environment)
    return (
      <Page {...page}>
        <NoEnvironment projectId={projectId} role={project.role} />
      </Page>
    );
  const { slug } = environment;
  return (
    <Page {...page}>
      <Stack>
        <NativeSelect
          label={texts.environment}
          data={environments.map((one) => ({ value: one.slug, label: one.name }))}
          value={slug}
          maw="20rem"
          onChange={(event) => show({ env: event.currentTarget.value })}
        />
        <FlagsByApp
          environment={environment}
          app={app}
          onApp={(chosen) => show({ env: slug, ...(chosen !== undefined && { app: chosen }) })}
        />
        <ProjectUsage projectId={projectId} environment={environment} />
      </Stack>
    </Page>
  );
}
