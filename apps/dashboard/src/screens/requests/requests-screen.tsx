import { SegmentedControl, Stack } from '@mantine/core';
import { IconGitPullRequest } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, useLocation } from '@tanstack/react-router';
import { useState } from 'react';
import { changeRequestsQuery } from '../../api/change-requests.js';
import { editsSome, useProject } from '../../api/projects.js';
import { useMe } from '../../api/session.js';
import { useKeptError } from '../../api/use-kept-error.js';
import { EmptyState } from '../../feedback/empty-state.js';
import { ErrorNotice } from '../../feedback/errors/error-notice.js';
import { useNamePeople } from '../../members/use-name-people.js';
import { Page } from '../../shell/page.js';
import { actionsFor, peopleOf } from './request-actions.js';
import { RequestCard } from './request-card.js';
import { texts } from './texts.js';

const route = getRouteApi('/inside/projects/$projectId/requests');

/** The queue of change requests. */
export function RequestsScreen() {
  const { projectId } = route.useParams();
  const project = useProject(projectId);
  const { hash } = useLocation();
  const [chosen, setState] = useState<'open' | 'closed' | undefined>(hash === '' ? 'open' : undefined);
  const { data: open, isFetching } = useQuery({ ...changeRequestsQuery(projectId, 'open'), enabled: !chosen });
  // A link can lead to a closed request.
  if (!chosen && open && !isFetching) setState(open.some(({ id }) => id === hash) ? 'open' : 'closed');
  const state = chosen ?? 'open';
  const { data: requests, error, refetch } = useKeptError(useQuery(changeRequestsQuery(projectId, state)));
  const me = useMe();
  const names = useNamePeople(projectId, (requests ?? []).flatMap(peopleOf));
  const canApprove = editsSome(project) && requests?.some((request) => actionsFor(request, me.id).includes('approve'));
  const lead = (
    <>
      {texts.lead} {canApprove && <span className="keys-only">{texts.keyHint}</span>}
    </>
  );
  return (
    <Page title={texts.title} tab={texts.tab(project.name)} lead={lead}>
      <Stack>
        <SegmentedControl
          maw="20rem"
          aria-label={texts.which}
          value={state}
          onChange={(value) => setState(value as 'open' | 'closed')}
          data={[
            { value: 'open', label: texts.open },
            { value: 'closed', label: texts.closed },
          ]}
        />
        {error && <ErrorNotice error={error} title={texts.loadFailed} onRetry={() => void refetch()} />}
        {requests?.length === 0 && (
          <EmptyState icon={<IconGitPullRequest size={28} />} title={texts.none}>
            {state === 'open' ? texts.noneOpen : texts.noneClosed}
          </EmptyState>
        )}
        {requests?.map((request) => (
          <RequestCard key={request.id} request={request} project={project} names={names} />
        ))}
      </Stack>
    </Page>
  );
}
