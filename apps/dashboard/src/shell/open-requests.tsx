import { Alert } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { changeRequestsQuery } from '../api/change-requests.js';
import { useMe } from '../api/session.js';
import { requestsFor } from '../api/waiting-changes.js';
import { AnchorLink } from './links.js';
import { texts as all } from './texts.js';

const texts = all.note;

interface Props {
  projectId: string;
  environmentId: string | undefined;
  flagIds: readonly string[];
  onLeave: () => void;
}

/** Says that a request for the same value waits already. */
export function OpenRequests({ projectId, environmentId, flagIds, onLeave }: Props) {
  const me = useMe();
  const { data = [] } = useQuery(changeRequestsQuery(projectId, 'open'));
  const [request] = requestsFor(data, { environmentId, flagIds });
  if (!request) return null;
  const who = request.author_name ?? texts.someone;
  return (
    <Alert className="notice-warn" role="status">
      {request.author_id === me.id ? texts.youHave : texts.isOpen(who)}{' '}
      <AnchorLink
        to="/projects/$projectId/requests"
        params={{ projectId }}
        hash={request.id}
        size="sm"
        onClick={onLeave}
      >
        {texts.showRequest}
      </AnchorLink>
    </Alert>
  );
}
