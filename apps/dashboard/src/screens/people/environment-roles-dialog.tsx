import type { EnvironmentView, MemberView } from '@burgee/contracts/http';
import { Button, Group, Modal, NativeSelect, Stack, Text } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { type EnvironmentRolesPatch, useChangeEnvironmentRoles } from '../../api/members.js';
import { ErrorNotice } from '../../feedback/error-notice.js';
import { showDone } from '../../feedback/toasts.js';
import { unlessBusy } from '../../feedback/unless-busy.js';
import { texts } from './texts.js';

interface Props {
  opened: boolean;
  projectId: string;
  member: MemberView;
  environments: readonly EnvironmentView[];
  onClose: () => void;
}

/** The roles of a viewer or editor in single environments. */
export function EnvironmentRolesDialog({ opened, projectId, member, environments, onClose }: Props) {
  const change = useChangeEnvironmentRoles(projectId);
  const { user_id: userId, name, role, environment_roles: own = {} } = member;
  // Only what is chosen here is sent: another admin may change the others meanwhile.
  const [chosen, setChosen] = useState<EnvironmentRolesPatch>({});
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const done = () => {
      showDone(texts.rolesSaved(name));
      onClose();
    };
    change.mutate({ userId, roles: chosen }, { onSuccess: done });
  };
  const forget = () => {
    setChosen({});
    change.reset();
  };
  return (
    <Modal
      opened={opened}
      onClose={unlessBusy(change.isPending, onClose)}
      onExitTransitionEnd={forget}
      title={texts.rolesOf(name)}
    >
      <form noValidate onSubmit={submit}>
        <Stack>
          {change.error && <ErrorNotice error={change.error} title={texts.unchanged} />}
          {environments.map((environment) => (
            <NativeSelect
              key={environment.id}
              label={environment.name}
              data={[
                { value: '', label: texts.asInProject(role) },
                ...(['viewer', 'editor'] as const).map((value) => ({ value, label: texts.role[value][0] })),
              ]}
              value={(environment.id in chosen ? chosen[environment.id] : own[environment.id]) ?? ''}
              onChange={({ currentTarget: { value } }) =>
                setChosen({ ...chosen, [environment.id]: value === '' ? null : (value as 'viewer' | 'editor') })
              }
            />
          ))}
          <Text size="sm" c="dimmed">
            {texts.rolesHint}
          </Text>
          <Group justify="flex-end">
            <Button variant="default" disabled={change.isPending} onClick={onClose}>
              {texts.cancel}
            </Button>
            <Button type="submit" loading={change.isPending} disabled={Object.keys(chosen).length === 0}>
              {texts.save}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
