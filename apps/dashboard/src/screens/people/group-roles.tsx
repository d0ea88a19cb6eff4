import type { GroupRoleView, ProjectView } from '@burgee/contracts/http';
import type { Role } from '@burgee/contracts/wire';
import { Anchor, Button, Stack, Text, Title } from '@mantine/core';
import { IconUserX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { groupRolesQuery, useTakeGroupRole } from '../../api/group-roles.js';
import { may } from '../../api/projects.js';
import { useKeptError } from '../../api/use-kept-error.js';
import { ErrorNotice } from '../../feedback/errors/error-notice.js';
import { fill } from '../../feedback/fill.js';
import { lazyDialog } from '../../feedback/loading/lazy-dialog.js';
import { RowsSkeleton } from '../../feedback/loading/page-skeleton.js';
import { showDone } from '../../feedback/toasts/toasts.js';
import { isSameIssuer, signInMethods } from '../../session/sign-in-methods.js';
import { GiveGroupRole } from './give-group-role.js';
import { groupTexts as texts } from './group-texts.js';
import { describeAllRoles } from './roles.js';
import classes from './people-screen.module.css';

const ConfirmWithProof = lazyDialog(async () => (await import('../entry/confirm-with-proof.js')).ConfirmWithProof);

const nameOf = (issuer: string) =>
  signInMethods().providers.find((one) => isSameIssuer(one.issuer, issuer))?.name ?? texts.unknown(issuer);

interface Props {
  project: Pick<ProjectView, 'id' | 'environments'>;
  mine: Role;
}

/** The roles of groups at the sign-in providers: admins see them, owners give and take them. */
export function GroupRoles({ project, mine }: Props) {
  const { data, error, refetch } = useKeptError(useQuery(groupRolesQuery(project.id)));
  const isOwner = may(mine, 'owner');
  return (
    <section className={`panel ${classes.add} ${classes.groups}`} aria-labelledby="groups">
      <Title order={2} id="groups">
        {texts.title}
      </Title>
      <Text size="sm" c="dimmed" mt={4}>
        {texts.hint}
      </Text>
      {error && <ErrorNotice error={error} title={texts.failed} onRetry={() => void refetch()} />}
      {!data && !error && <RowsSkeleton rows={2} />}
      {data?.length === 0 && (
        <Stack gap={4} mt="md" maw="44rem">
          <Text size="sm" fw={600}>
            {texts.none}
          </Text>
          <Text size="sm">{texts.teach}</Text>
          <Text size="sm">
            {fill(texts.names, {
              guide: (
                <Anchor href="/guide/guides/single-sign-on" target="_blank" rel="noopener" inherit>
                  {texts.guide}
                </Anchor>
              ),
            })}
          </Text>
        </Stack>
      )}
      {data && data.length > 0 && (
        <ul className={classes.list} aria-label={texts.list}>
          {data.map((one) => (
            <Row key={one.id} project={project} given={one} isOwner={isOwner} />
          ))}
        </ul>
      )}
      {isOwner ? (
        <GiveGroupRole project={project} />
      ) : (
        <Text size="sm" c="dimmed" mt="sm">
          {texts.ownersOnly}
        </Text>
      )}
    </section>
  );
}

function Row({ project, given, isOwner }: { project: Props['project']; given: GroupRoleView; isOwner: boolean }) {
  const { id, issuer, group } = given;
  const take = useTakeGroupRole(project.id);
  const [asking, setAsking] = useState(false);
  const close = () => setAsking(false);
  return (
    <li className={classes.member}>
      <div className={classes.who}>
        <Text size="sm" fw={600} className="any-text">
          {group}
        </Text>
        <Text size="xs" c="dimmed" className="any-text">
          {fill(texts.row, { roles: describeAllRoles(given, project.environments), provider: nameOf(issuer) })}
        </Text>
      </div>
      {isOwner && (
        <Button
          variant="subtle"
          size="compact-sm"
          leftSection={<IconUserX size={16} aria-hidden />}
          aria-label={texts.removeNamed(group)}
          onClick={() => setAsking(true)}
        >
          {texts.remove}
        </Button>
      )}
      <ConfirmWithProof
        opened={asking}
        deed={asking ? { ...texts.question(group), isGrave: true, run: () => take.mutateAsync(id) } : undefined}
        onDone={() => showDone(texts.taken(group))}
        onClose={close}
      />
    </li>
  );
}
