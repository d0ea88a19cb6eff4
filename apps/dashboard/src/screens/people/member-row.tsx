import type { MemberView } from '@burgee/contracts/http';
import type { Role } from '@burgee/contracts/wire';
import { ActionIcon, Avatar, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconStack2, IconUserMinus } from '@tabler/icons-react';
import { may, useProject } from '../../api/projects.js';
import { Hint } from '../../feedback/hint.js';
import { TimeAgo } from '../../feedback/time/time-ago.js';
import { lazyDialog } from '../../feedback/loading/lazy-dialog.js';
import { RoleSelect } from './role-select.js';
import { describeRoles, hasEnvironmentRoles, mayTouch } from './roles.js';
import classes from './people-screen.module.css';
import { texts } from './texts.js';
import { fill } from '../../feedback/fill.js';

const EnvironmentRolesDialog = lazyDialog(
  async () => (await import('./environment-roles-dialog.js')).EnvironmentRolesDialog,
);

interface Props {
  projectId: string;
  member: MemberView;
  /** The reader's role. */
  mine: Role;
  isMe: boolean;
  onRemove: () => void;
}

export function MemberRow({ projectId, member, mine, isMe, onRemove }: Props) {
  const { name, email, role, created_at, groups } = member;
  const { environments } = useProject(projectId);
  const [limiting, limit] = useDisclosure(false);
  const own = describeRoles(member, environments);
  return (
    <li className={classes.member}>
      <Avatar name={name} color="navy" size={28} aria-hidden />
      <div className={classes.who}>
        <Text size="sm" fw={600} className="any-text" component="span">
          {name}
        </Text>
        {isMe && <span className={classes.you}>{texts.you}</span>}
        {own && (
          <Text size="xs" c="dimmed" className="any-text">
            {own}
          </Text>
        )}
        {groups && (
          <Text size="xs" c="dimmed" className="any-text">
            {texts.fromGroups(groups)}
          </Text>
        )}
      </div>
      <Text size="sm" c="dimmed" className={classes.email}>
        <Email address={email} />
      </Text>
      <Text size="xs" c="dimmed" className={classes.joined}>
        {fill(texts.joined, { when: <TimeAgo time={created_at} /> })}
      </Text>
      {mayTouch(mine, member) ? (
        <RoleSelect projectId={projectId} member={member} mine={mine} isMe={isMe} />
      ) : (
        <Text size="sm" className={classes.role}>
          {texts.role[role][0]}
        </Text>
      )}
      {mayTouch(mine, member) && hasEnvironmentRoles(role) && environments.length > 0 ? (
        <Hint label={texts.perEnvironment}>
          <ActionIcon variant="subtle" color="gray" aria-label={texts.rolesOf(name)} onClick={limit.open}>
            <IconStack2 size={18} />
          </ActionIcon>
        </Hint>
      ) : (
        may(mine, 'admin') && <span className={classes.place} />
      )}
      {mayTouch(mine, member) && !isMe ? (
        <Hint label={texts.remove}>
          <ActionIcon variant="subtle" color="gray" aria-label={texts.removeNamed(name)} onClick={onRemove}>
            <IconUserMinus size={18} />
          </ActionIcon>
        </Hint>
      ) : (
        may(mine, 'admin') && <span className={classes.place} />
      )}
      <EnvironmentRolesDialog
        opened={limiting}
        projectId={projectId}
        member={member}
        environments={environments}
        onClose={limit.close}
      />
    </li>
  );
}

/** The whole email: a long address breaks at its @, if that is enough. */
function Email({ address }: { address: string }) {
  const at = address.lastIndexOf('@');
  return (
    <>
      {address.slice(0, at)}
      <wbr />
      {address.slice(at)}
    </>
  );
}
