import type { MemberView } from '@burgee/contracts/http';
import { Button, Title } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconDoorExit } from '@tabler/icons-react';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useLeaveProject, useMembers, useRemoveMember } from '../../api/members.js';
import { may, useProject } from '../../api/projects.js';
import { useMe } from '../../api/session.js';
import { showDone } from '../../feedback/toasts.js';
import { useLast } from '../../feedback/use-last.js';
import { whenOpened } from '../../feedback/when-opened.js';
import { Page } from '../../shell/page.js';
import { Invite } from './invite.js';
import { MemberRow } from './member-row.js';
import { ROLE_WORDS } from './roles.js';
import classes from './people-screen.module.css';

const ConfirmRemoval = whenOpened(async () => (await import('./confirm-removal.js')).ConfirmRemoval);
const route = getRouteApi('/inside/projects/$projectId/people');

/** The members of a project and their roles. */
export function PeopleScreen() {
  const { projectId } = route.useParams();
  const { name, role: mine } = useProject(projectId);
  const me = useMe();
  const members = useMembers(projectId);
  const [going, setGoing] = useState<MemberView>();
  return (
    <Page
      title="People"
      tab={`People · ${name}`}
      lead="Everybody here sees the project. Their role says what they may change."
      actions={<LeaveButton projectId={projectId} name={name} />}
    >
      <div className={classes.columns}>
        <section className={`panel ${classes.members}`} aria-label="Members">
          <ul className={classes.list}>
            {members.map((member) => (
              <MemberRow
                key={member.user_id}
                projectId={projectId}
                member={member}
                mine={mine}
                isMe={member.user_id === me.id}
                onRemove={() => setGoing(member)}
              />
            ))}
          </ul>
        </section>
        <div className={classes.side}>
          {may(mine, 'admin') && <Invite projectId={projectId} mine={mine} />}
          <Roles />
        </div>
      </div>
      <RemoveMember projectId={projectId} member={going} onClose={() => setGoing(undefined)} />
    </Page>
  );
}

function Roles() {
  return (
    <section className={`panel ${classes.add}`} aria-labelledby="roles">
      <Title order={2} id="roles">
        What each role may
      </Title>
      <dl className={classes.roles}>
        {ROLE_WORDS.map(({ role, label, may: what }) => (
          <div key={role}>
            <dt>{label}</dt>
            <dd>{what}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

interface RemoveProps {
  projectId: string;
  member: MemberView | undefined;
  onClose: () => void;
}

function RemoveMember({ projectId, member, onClose }: RemoveProps) {
  const remove = useRemoveMember(projectId);
  const name = useLast(member?.name);
  const knowsKeys = useLast(member && may(member.role, 'editor'));
  const close = () => {
    remove.reset();
    onClose();
  };
  const confirm = (rotatesKeys: boolean) => {
    if (!member) return;
    const done = () => {
      showDone(`${member.name} removed`, rotatesKeys ? 'Every environment has new keys.' : undefined);
      close();
    };
    remove.mutate({ userId: member.user_id, rotatesKeys }, { onSuccess: done });
  };
  return (
    <ConfirmRemoval
      opened={member !== undefined}
      title={`Remove ${name}?`}
      action="Remove"
      pending={remove.isPending}
      error={remove.error}
      onClose={close}
      onConfirm={() => confirm(false)}
      alsoAction={knowsKeys ? 'Remove and replace keys' : undefined}
      onAlso={() => confirm(true)}
    >
      They lose access at once, also on open pages, and invitations that they made are withdrawn. What they changed
      stays in the history.
      {knowsKeys &&
        ' They still know the keys. Replacing them ends the old ones at once, also for your apps; to give these time, rotate each key under Environments.'}
    </ConfirmRemoval>
  );
}

function LeaveButton({ projectId, name }: { projectId: string; name: string }) {
  const [asking, { open, close }] = useDisclosure(false);
  const leave = useLeaveProject(projectId);
  const navigate = useNavigate();
  const cancel = () => {
    leave.reset();
    close();
  };
  return (
    <>
      <Button variant="default" leftSection={<IconDoorExit size={18} aria-hidden />} onClick={open}>
        Leave project
      </Button>
      <ConfirmRemoval
        opened={asking}
        title={`Leave ${name}?`}
        action="Leave"
        pending={leave.isPending}
        error={leave.error}
        onClose={cancel}
        onConfirm={() =>
          leave.mutate(undefined, {
            onSuccess: () => {
              showDone(`You have left ${name}`);
              void navigate({ to: '/' });
            },
          })
        }
      >
        You lose access until an admin invites you again.
      </ConfirmRemoval>
    </>
  );
}
