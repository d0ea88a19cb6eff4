import type { InvitationView, InvitationWithLink } from '@burgee/contracts/http';
import type { Role } from '@burgee/contracts/wire';
import { ActionIcon, Text, Title, Tooltip } from '@mantine/core';
import { IconRotateClockwise, IconUserX } from '@tabler/icons-react';
import { useInvitations, useNewLink, useWithdraw } from '../../api/invitations.js';
import { TimeAgo } from '../../feedback/time-ago.js';
import { showDone, showFailure } from '../../feedback/toasts.js';
import { mayTouch } from './roles.js';
import classes from './people-screen.module.css';

interface Props {
  projectId: string;
  mine: Role;
  onNewLink: (invitation: InvitationWithLink) => void;
  onWithdrawn: (id: string) => void;
}

/** The invitations that nobody has accepted yet. */
export function InvitationList({ projectId, mine, onNewLink, onWithdrawn }: Props) {
  const invitations = useInvitations(projectId);
  if (!invitations) return null;
  return (
    <>
      <Title order={3} mt="lg" id="open-invitations">
        Open invitations
      </Title>
      {invitations.length === 0 ? (
        <Text size="sm" c="dimmed" mt={4}>
          None. A link stays here until it is accepted, declined, withdrawn or 7 days old.
        </Text>
      ) : (
        <ul className={classes.list} aria-labelledby="open-invitations">
          {invitations.map((invitation) => (
            <Row
              key={invitation.id}
              projectId={projectId}
              invitation={invitation}
              mine={mine}
              onNewLink={onNewLink}
              onWithdrawn={onWithdrawn}
            />
          ))}
        </ul>
      )}
    </>
  );
}

function Row({ projectId, invitation, mine, onNewLink, onWithdrawn }: Props & { invitation: InvitationView }) {
  const { id, email, role, invited_by, expires_at } = invitation;
  const newLink = useNewLink(projectId);
  const withdraw = useWithdraw(projectId);
  const whom = email ?? 'whoever has the link';
  const isBusy = newLink.isPending || withdraw.isPending;
  return (
    <li className={classes.member}>
      <div className={classes.who}>
        <Text size="sm" fw={600} className="any-text">
          {email ?? 'Whoever has the link'}
        </Text>
        <Text size="xs" c="dimmed" className="any-text" component="div">
          {role}, by {invited_by}, expires <TimeAgo time={expires_at} />
        </Text>
      </div>
      {mayTouch(mine, invitation) && (
        <>
          <Tooltip label="Make the link anew">
            <ActionIcon
              variant="subtle"
              color="gray"
              aria-label={`Make the link for ${whom} anew`}
              disabled={isBusy}
              onClick={() =>
                newLink.mutate(id, {
                  onSuccess: onNewLink,
                  onError: (error) => showFailure('The link is still the old one', error),
                })
              }
            >
              <IconRotateClockwise size={18} />
            </ActionIcon>
          </Tooltip>
          <Tooltip label="Withdraw">
            <ActionIcon
              variant="subtle"
              color="gray"
              aria-label={`Withdraw the invitation for ${whom}`}
              disabled={isBusy}
              onClick={() =>
                withdraw.mutate(id, {
                  onSuccess: () => {
                    onWithdrawn(id);
                    showDone('Invitation withdrawn');
                  },
                  onError: (error) => showFailure('The invitation is still open', error),
                })
              }
            >
              <IconUserX size={18} />
            </ActionIcon>
          </Tooltip>
        </>
      )}
    </li>
  );
}
