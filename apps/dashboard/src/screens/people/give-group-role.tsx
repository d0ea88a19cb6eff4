import type { ProjectView } from '@burgee/contracts/http';
import type { Role } from '@burgee/contracts/wire';
import { Button, NativeSelect, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { IconUserPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { type ApiError, asApiError } from '../../api/api-error.js';
import { useGiveGroupRole } from '../../api/group-roles.js';
import type { EnvironmentRolesPatch } from '../../api/members.js';
import { ErrorNotice } from '../../feedback/errors/error-notice.js';
import { showDone } from '../../feedback/toasts/toasts.js';
import { signInMethods } from '../../session/sign-in-methods.js';
import { useWithProof } from '../entry/use-with-proof.js';
import { EnvironmentRolesPart } from './environment-roles-part.js';
import { groupTexts as texts } from './group-texts.js';
import { givenRoles, hasEnvironmentRoles, ROLES } from './roles.js';
import classes from './people-screen.module.css';
import { texts as people } from './texts.js';

const faultOfGroup = (error: ApiError) =>
  error.code === 'duplicate' ? error.message : (error.faultOf('group') ?? error.faultOf('issuer'));

/** Gives a role to a group of one of the providers. */
export function GiveGroupRole({ project }: { project: Pick<ProjectView, 'id' | 'environments'> }) {
  const { id: projectId, environments } = project;
  const { providers } = signInMethods();
  const give = useWithProof(useGiveGroupRole(projectId).mutateAsync);
  const [roles, setRoles] = useState<EnvironmentRolesPatch>({});
  const form = useForm({
    initialValues: { issuer: providers[0]?.issuer ?? '', group: '', role: 'editor' as Role },
    validate: { group: (group) => (group.trim() === '' ? texts.groupMissing : null) },
  });
  const { role } = form.values;
  const submit = form.onSubmit(({ issuer, group }) => {
    const own = hasEnvironmentRoles(role) && { environment_roles: givenRoles(roles) };
    give.run(
      { issuer, group: group.trim(), role, ...own },
      () => {
        showDone(texts.given(group.trim()));
        form.setValues({ group: '', role: 'editor' });
        setRoles({});
      },
      (error) => form.setErrors({ group: faultOfGroup(asApiError(error)) }),
    );
  });
  return (
    <form noValidate onSubmit={submit} className={classes.groupForm}>
      <NativeSelect
        label={texts.provider}
        data={providers.map(({ issuer, name }) => ({ value: issuer, label: name }))}
        {...form.getInputProps('issuer')}
      />
      <TextInput
        label={texts.group}
        placeholder={texts.groupExample}
        maxLength={200}
        autoComplete="off"
        spellCheck={false}
        {...form.getInputProps('group')}
      />
      <NativeSelect
        label={texts.role}
        data={ROLES.map((one) => ({ value: one, label: people.role[one][0] }))}
        {...form.getInputProps('role')}
      />
      <div className={classes.divided}>
        <EnvironmentRolesPart environments={environments} role={role} own={roles} onChange={setRoles} />
        {give.field}
        {give.error && !faultOfGroup(asApiError(give.error)) && (
          <ErrorNotice error={give.error} title={texts.notGiven} />
        )}
      </div>
      <Button
        type="submit"
        className={classes.give}
        loading={give.isPending}
        disabled={!give.isReady}
        leftSection={<IconUserPlus size={18} aria-hidden />}
      >
        {texts.give}
      </Button>
    </form>
  );
}
