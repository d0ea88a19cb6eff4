import type { MemberView } from '@burgee/contracts/http';
import type { Role } from '@burgee/contracts/wire';
import { Button, NativeSelect, Text, Title } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconDoorExit } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { membersQuery, useLeaveProject, useRemoveMember } from '../../api/members.js';
import { may, useProject } from '../../api/projects.js';
import { useMe } from '../../api/session.js';
import { ErrorNotice } from '../../feedback/errors/error-notice.js';
import { SearchField } from '../../feedback/search-field.js';
import { showDone } from '../../feedback/toasts/toasts.js';
import { useLast } from '../../feedback/dialogs/use-last.js';
import { lazyPart } from '../../feedback/loading/lazy-part.js';
import { lazyDialog } from '../../feedback/loading/lazy-dialog.js';
import { signInMethods } from '../../session/sign-in-methods.js';
import { Page } from '../../shell/page.js';
import { Invite } from './invite.js';
import { MemberRow } from './member-row.js';
import { editsSomewhere, ROLES } from './roles.js';
import { RolesList } from './roles-list.js';
import { texts } from './texts.js';
import classes from './people-screen.module.css';

const ConfirmRemoval = lazyDialog(async () => (await import('./confirm-removal.js')).ConfirmRemoval);
const GroupRoles = lazyPart(async () => (await import('./group-roles.js')).GroupRoles);
const route = getRouteApi('/inside/projects/$projectId/people');

/** The members of a project and their roles. */
export function PeopleScreen() {
  const { projectId } = route.useParams();
  const project = useProject(projectId);
  const { name, role: mine } = project;
  const me = useMe();
  const [search, setSearch] = useState('');
  const [role, setRole] = useState<Role>();
  const [going, setGoing] = useState<MemberView>();
  const members = useInfiniteQuery(membersQuery(projectId, { search, role }));
  const found = members.data?.pages.flatMap(({ items }) => items) ?? [];
  return (
    <Page title={texts.title} tab={texts.tab(name)}>
      {may(mine, 'admin') && <Invite project={project} mine={mine} />}
      <search className={classes.search}>
        <SearchField
          value={search}
          label={texts.search}
          hint={texts.searchHint}
          clear={texts.clearSearch}
          className={classes.searchField}
          onChange={setSearch}
        />
        <NativeSelect
          aria-label={texts.filter}
          data={[
            { value: '', label: texts.anyRole },
            ...ROLES.map((value) => ({ value, label: texts.role[value][0] })),
          ]}
          value={role ?? ''}
          onChange={(event) => setRole((event.currentTarget.value || undefined) as Role | undefined)}
        />
        <Text size="sm" c="dimmed" role="status" ml="auto">
          {members.data && texts.count(found.length, members.hasNextPage)}
        </Text>
      </search>
      <section className={`panel ${classes.members}`} aria-label={texts.members}>
        {members.error && <ErrorNotice error={members.error} title={texts.failed} />}
        {members.data && found.length === 0 && (
          <Text size="sm" c="dimmed" py="md">
            {texts.noMatch}
          </Text>
        )}
        <ul className={classes.list}>
          {found.map((member) => (
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
        {members.hasNextPage && (
          <Button
            variant="default"
            mb="md"
            loading={members.isFetchingNextPage}
            onClick={() => void members.fetchNextPage()}
          >
            {texts.showMore}
          </Button>
        )}
      </section>
      {may(mine, 'admin') && signInMethods().providers.length > 0 && <GroupRoles project={project} mine={mine} />}
      <div className={classes.end}>
        <RolesList />
        <LeaveButton projectId={projectId} name={name} mine={mine} />
      </div>
      <RemoveMember projectId={projectId} member={going} onClose={() => setGoing(undefined)} />
    </Page>
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
  const knowsKeys = useLast(member && editsSomewhere(member));
  const userId = useLast(member?.user_id);
  const close = () => {
    remove.reset();
    onClose();
  };
  const confirm = (rotatesKeys: boolean) => {
    if (!member) return;
    const done = () => {
      showDone(texts.removed(member.name), rotatesKeys ? texts.removedKeys : undefined);
      close();
    };
    remove.mutate({ userId: member.user_id, rotatesKeys }, { onSuccess: done });
  };
  return (
    <ConfirmRemoval
      opened={member !== undefined}
      title={texts.removeTitle(name ?? '')}
      action={texts.remove}
      admin={userId === undefined ? undefined : { projectId, userId }}
      pending={remove.isPending}
      error={remove.error}
      onClose={close}
      onConfirm={() => confirm(false)}
      also={knowsKeys ? { action: texts.removeAndRotate, onConfirm: () => confirm(true) } : undefined}
    >
      {texts.removeWhy} {knowsKeys && texts.removeKeys}
    </ConfirmRemoval>
  );
}

function LeaveButton({ projectId, name, mine }: { projectId: string; name: string; mine: Role }) {
  const { id: userId } = useMe();
  const [asking, { open, close }] = useDisclosure(false);
  const leave = useLeaveProject(projectId);
  const navigate = useNavigate();
  const cancel = () => {
    leave.reset();
    close();
  };
  return (
    <>
      <section aria-labelledby="leave">
        <Title order={2} size="h5" id="leave">
          {texts.leaveHead}
        </Title>
        <Text size="sm" c="dimmed" my={4}>
          {texts.leaveHint}
        </Text>
        <Button variant="default" leftSection={<IconDoorExit size={18} aria-hidden />} onClick={open}>
          {texts.leave}
        </Button>
      </section>
      <ConfirmRemoval
        opened={asking}
        title={texts.leaveTitle(name)}
        action={texts.leaveNow}
        admin={may(mine, 'admin') ? { projectId, userId } : undefined}
        pending={leave.isPending}
        error={leave.error}
        onClose={cancel}
        onConfirm={() =>
          leave.mutate(undefined, {
            onSuccess: () => {
              showDone(texts.left(name));
              void navigate({ to: '/projects' });
            },
          })
        }
      >
        {texts.leaveHint}
      </ConfirmRemoval>
    </>
  );
}
