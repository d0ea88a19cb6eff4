import type { InvitationView, InvitationWithLink, ProjectView } from '@burgee/contracts/http';
import type { Role } from '@burgee/contracts/wire';
import { Button, Text, Title } from '@mantine/core';
import { IconRotateClockwise, IconUserX } from '@tabler/icons-react';
import { useState } from 'react';
import { useInvitations, useNewLink, useWithdraw } from '../../api/invitations.js';
import { wantsProof } from '../../api/proof.js';
import { lazyDialog } from '../../feedback/loading/lazy-dialog.js';
import { TimeAgo } from '../../feedback/time/time-ago.js';
import { showDone, showFailure } from '../../feedback/toasts/toasts.js';
import type { Deed } from '../entry/confirm-with-proof.js';
import { describeAllRoles, mayTouch } from './roles.js';
import classes from './people-screen.module.css';
import { texts } from './texts.js';
import { fill } from '../../feedback/fill.js';

const ConfirmWithProof = lazyDialog(async () => (await import('../entry/confirm-with-proof.js')).ConfirmWithProof);

interface Props {
  project: Pick<ProjectView, 'id' | 'environments'>;
  mine: Role;
  onNewLink: (invitation: InvitationWithLink) => void;
  onWithdrawn: (id: string) => void;
}

/** The open invitations. */
export function InvitationList({ project, mine, onNewLink, onWithdrawn }: Props) {
  const invitations = useInvitations(project.id);
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
              project={project}
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

function Row({ project, invitation, mine, onNewLink, onWithdrawn }: Props & { invitation: InvitationView }) {
  const { id, email, invited_by, expires_at } = invitation;
  const newLink = useNewLink(project.id);
  const withdraw = useWithdraw(project.id);
  const [unproved, setUnproved] = useState<Deed>();
  const whom = email ?? texts.anyone;
  const isBusy = newLink.isPending || withdraw.isPending;
  const replace = async () => onNewLink(await newLink.mutateAsync(id));
  const askOrFail = (error: unknown) => {
    if (wantsProof(error)) setUnproved({ ...texts.replaceLink(whom), isProofWanted: true, run: replace });
    else showFailure(texts.newLinkFailed, error);
  };
  const forget = () => setUnproved(undefined);
  return (
    <li className={classes.member}>
      <div className={classes.who}>
        <Text size="sm" fw={600} className="any-text">
          {whom}
        </Text>
        <Text size="xs" c="dimmed" className="any-text" component="div">
          {fill(texts.openHint, {
            roles: describeAllRoles(invitation, project.environments),
            who: invited_by,
            when: <TimeAgo time={expires_at} />,
          })}
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
            onClick={() => void replace().catch(askOrFail)}
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
          <ConfirmWithProof opened={unproved !== undefined} deed={unproved} onDone={forget} onClose={forget} />
        </>
      )}
    </li>
  );
}
