import type { EnvironmentView, MemberView } from '@burgee/contracts/http';
import { Modal, Stack } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { type EnvironmentRolesPatch, useChangeEnvironmentRoles } from '../../api/members.js';
import { DialogFoot } from '../../feedback/dialogs/dialog-foot.js';
import { showDone } from '../../feedback/toasts/toasts.js';
import { unlessBusy } from '../../feedback/dialogs/unless-busy.js';
import { useWithProof } from '../entry/use-with-proof.js';
import { EnvironmentRoleFields } from './environment-role-fields.js';
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
  const change = useWithProof(useChangeEnvironmentRoles(projectId).mutateAsync);
  const { user_id: userId, name, role, environment_roles: own = {} } = member;
  // Only what is chosen here is sent: another admin may change the others meanwhile.
  const [chosen, setChosen] = useState<EnvironmentRolesPatch>({});
  const submit = (event: FormEvent) => {
    event.preventDefault();
    change.run({ userId, roles: chosen }, () => {
      showDone(texts.rolesSaved(name));
      onClose();
    });
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
          <EnvironmentRoleFields
            environments={environments}
            role={role}
            own={{ ...own, ...chosen }}
            onChoose={(id, one) => setChosen({ ...chosen, [id]: one })}
          />
          {change.field}
          <DialogFoot
            action={texts.save}
            onCancel={onClose}
            change={change}
            failed={texts.unchanged}
            disabled={Object.keys(chosen).length === 0 || !change.isReady}
          />
        </Stack>
      </form>
    </Modal>
  );
}
