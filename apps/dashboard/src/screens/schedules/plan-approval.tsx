import type { ScheduleView } from '@burgee/contracts/http';
import { showValue } from '@burgee/contracts/plain';
import { Alert, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { changeRequestsQuery } from '../../api/change-requests.js';
import { listNames } from '../../feedback/format.js';
import { AnchorLink } from '../../shell/links.js';
import { Shown } from '../../toggle/shown.js';
import { texts as all } from './texts.js';

const texts = all.inReview;

/** Who approved a plan, or how many approvals it waits for, with the request that shows it. */
export function PlanApproval({ schedule }: { schedule: ScheduleView }) {
  const { status, approval } = schedule;
  if (status === 'in_review') return <Waiting schedule={schedule} />;
  if (approval === null) return null;
  const { approvers, bypass_reason: reason } = approval;
  return (
    <Text size="xs" c="dimmed" className="any-text">
      {reason === null ? (
        all.approvedBy(listNames(approvers.map(({ user_name }) => user_name ?? all.gone)))
      ) : (
        <Shown text={all.overridden(showValue(reason))} />
      )}
    </Text>
  );
}

function Waiting({ schedule: { project_id: projectId, change_request_id: id } }: { schedule: ScheduleView }) {
  const { data: requests } = useQuery(changeRequestsQuery(projectId, 'open'));
  const request = requests?.find((one) => one.id === id);
  const count = request?.approvals.filter(({ counts }) => counts).length ?? 0;
  return (
    <Alert role="status">
      {request && `${texts.count(count, request.approvals_needed)}. `}
      {texts.waits}{' '}
      <AnchorLink to="/projects/$projectId/requests" params={{ projectId }} hash={id ?? ''} size="sm">
        {texts.review}
      </AnchorLink>
    </Alert>
  );
}
