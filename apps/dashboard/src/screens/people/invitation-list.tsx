import type { InvitationView, InvitationWithLink } from '@burgee/contracts/http';
import type { Role } from '@burgee/contracts/wire';
import { Button, Text, Title } from '@mantine/core';
import { IconRotateClockwise, IconUserX } from '@tabler/icons-react';
import { useInvitations, useNewLink, useWithdraw } from '../../api/invitations.js';
import { TimeAgo } from '../../feedback/time-ago.js';
import { showDone, showFailure } from '../../feedback/toasts.js';
import { mayTouch } from './roles.js';
import classes from './people-screen.module.css';
import { texts } from './texts.js';
import { fill } from '../../feedback/fill.js';

interface Props {
  projectId: string;
  mine: Role;
  onNewLink: (invitation: InvitationWithLink) => void;
  onWithdrawn: (id: string) => void;
}

/** The open invitations. */
export function InvitationList({ projectId, mine, onNewLink, onWithdrawn }: Props) {
  const invitations = useInvitations(projectId);
  if (!invitations) return null;
  return (
    <>
      <Title order={3} mt="md" size="h5" id="open-invitations">
        {texts.open}
      </Title>
      {invitations.length === 0 ? (
        <Text size="sm" c="dimmed" mt={4}>
          {texts.noneOpen}
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
  const whom = email ?? texts.anyone;
  const isBusy = newLink.isPending || withdraw.isPending;
  return (
    <li className={classes.member}>
      <div className={classes.who}>
        <Text size="sm" fw={600} className="any-text">
          {whom}
        </Text>
        <Text size="xs" c="dimmed" className="any-text" component="div">
          {fill(texts.openHint, { role: texts.role[role][0], who: invited_by, when: <TimeAgo time={expires_at} /> })}
        </Text>
      </div>
      {mayTouch(mine, invitation) && (
        <>
          <Button
            variant="subtle"
            size="compact-sm"
            leftSection={<IconRotateClockwise size={16} aria-hidden />}
            aria-label={texts.newLinkFor(whom)}
            disabled={isBusy}
            onClick={() =>
              newLink.mutate(id, {
                onSuccess: onNewLink,
                onError: (error) => showFailure(texts.newLinkFailed, error),
              })
            }
          >
            {texts.newLink}
          </Button>
          <Button
            variant="subtle"
            size="compact-sm"
            leftSection={<IconUserX size={16} aria-hidden />}
            aria-label={texts.withdrawFor(whom)}
            disabled={isBusy}
            onClick={() =>
              withdraw.mutate(id, {
                onSuccess: () => {
                  onWithdrawn(id);
                  showDone(texts.withdrawn);
                },
                onError: (error) => showFailure(texts.withdrawFailed, error),
              })
            }
          >
            {texts.withdraw}
          </Button>
        </>
      )}
    </li>
  );
}
