import { Text } from '@mantine/core';
import { IconArrowsDiff } from '@tabler/icons-react';
import { getRouteApi } from '@tanstack/react-router';
import { useProject } from '../../api/projects.js';
import { EmptyState } from '../../feedback/empty-state.js';
import { BackLink } from '../../shell/back-link.js';
import { ButtonLink } from '../../shell/links.js';
import { Page } from '../../shell/page.js';
import { type CompareSearch, endsIn } from './compare-search.js';
import { Comparison } from './comparison.js';
import { Ends } from './ends.js';
import { texts } from './texts.js';

const route = getRouteApi('/inside/projects/$projectId/compare');

/** Compares two environments, and promotes from one to the other. */
export function CompareScreen() {
  const { projectId } = route.useParams();
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const project = useProject(projectId);
  const { from, to } = endsIn(project.environments, search);
  const set = (change: CompareSearch) =>
    void navigate({ search: (before) => ({ ...before, ...change }), replace: true, resetScroll: false });
  const back = (
    <BackLink to="/projects/$projectId/environments" params={{ projectId }}>
      {texts.back}
    </BackLink>
  );
  const content =
    project.environments.length < 2 ? (
      <div className="panel">
        <EmptyState
          icon={<IconArrowsDiff />}
          title={texts.tooFew}
          action={
            <ButtonLink to="/projects/$projectId/environments" params={{ projectId }}>
              {texts.goTo}
            </ButtonLink>
          }
        >
          {texts.tooFewHint}
        </EmptyState>
      </div>
    ) : (
      <>
        <Ends environments={project.environments} from={from} to={to} onChange={set} />
        {from && to ? (
          <Comparison
            key={`${from.id} ${to.id}`}
            project={project}
            from={from}
            to={to}
            search={search}
            onSearch={set}
          />
        ) : (
          <Text c="dimmed">{texts.chooseBoth}</Text>
        )}
      </>
    );
  return (
    <Page title={texts.title} tab={texts.tab(project.name)} lead={texts.lead} back={back}>
      {content}
    </Page>
  );
}
