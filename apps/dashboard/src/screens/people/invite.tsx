import type { InvitationWithLink, ProjectView } from '@burgee/contracts/http';
import type { Role } from '@burgee/contracts/wire';
import { Button, NativeSelect, Text, TextInput, Title } from '@mantine/core';
import { useForm } from '@mantine/form';
import { IconUserPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { asApiError } from '../../api/api-error.js';
import { useInvitations, useInvite } from '../../api/invitations.js';
import { useMailSetting } from '../../api/mail.js';
import type { EnvironmentRolesPatch } from '../../api/members.js';
import { ErrorNotice } from '../../feedback/errors/error-notice.js';
import { fill } from '../../feedback/fill.js';
import { AnchorLink } from '../../shell/links.js';
import { useWithProof } from '../entry/use-with-proof.js';
import { EnvironmentRolesPart } from './environment-roles-part.js';
import { InvitationLink } from './invitation-link.js';
import { InvitationList } from './invitation-list.js';
import { givenRoles, grantable, hasEnvironmentRoles } from './roles.js';
import classes from './people-screen.module.css';
import { texts } from './texts.js';

interface Props {
  project: Pick<ProjectView, 'id' | 'environments'>;
  mine: Role;
}

/** Invites people to the project. The link is shown to the admin, who hands it on. */
export function Invite({ project, mine }: Props) {
  const { id: projectId, environments } = project;
  const invite = useWithProof(useInvite(projectId).mutateAsync);
  const isMailOn = useMailSetting().data;
  const [shown, setShown] = useState<InvitationWithLink>();
  const invitations = useInvitations(projectId);
  // The invitation ends when a user joins or declines while this page is open.
  const isOpen = !invitations || invitations.some(({ id }) => id === shown?.id);
  const form = useForm<{ email: string; role: Role }>({ initialValues: { email: '', role: 'editor' } });
  const [roles, setRoles] = useState<EnvironmentRolesPatch>({});
  const { role } = form.values;
  const isDivisible = hasEnvironmentRoles(role) && environments.length > 0;
  const submit = form.onSubmit(({ email }) =>
    invite.run(
      {
        role,
        ...(email.trim() !== '' && { email: email.trim() }),
        ...(isDivisible && { environment_roles: givenRoles(roles) }),
      },
      (invitation) => {
        setShown(invitation);
        // The next person gets the same role, here and in environments.
        form.setFieldValue('email', '');
      },
      (error) => form.setErrors({ email: asApiError(error).faultOf('email') }),
    ),
  );
  return (
    <section className={`panel ${classes.add}`} aria-labelledby="invite">
      <Title order={2} id="invite">
        {texts.invite}
      </Title>
      <Text size="sm" c="dimmed" mt={4}>
        {texts.inviteHint}
      </Text>
      {invite.error && !asApiError(invite.error).faultOf('email') && (
        <ErrorNotice error={invite.error} title={texts.notInvited} />
      )}
      <form noValidate onSubmit={submit} className={classes.addForm}>
        <TextInput
          label={texts.email}
          description={isMailOn ? texts.emailMailed : texts.emailHint}
          type="email"
          autoComplete="off"
          placeholder={texts.emailExample}
          {...form.getInputProps('email')}
        />
        <NativeSelect
          label={texts.inviteRole}
          data={grantable(mine).map((role) => ({ value: role, label: texts.role[role][0] }))}
          {...form.getInputProps('role')}
          onChange={({ currentTarget: { value } }) => {
            form.setFieldValue('role', value as Role);
            // Inviting a viewer or editor takes no password.
            if (hasEnvironmentRoles(value as Role)) invite.reset();
          }}
        />
        {isDivisible && (
          <div className={classes.divided}>
            <EnvironmentRolesPart environments={environments} role={role} own={roles} onChange={setRoles} />
          </div>
        )}
        {invite.field && <div className={classes.divided}>{invite.field}</div>}
        <Button
          type="submit"
          className={classes.create}
          loading={invite.isPending}
          disabled={!invite.isReady}
          leftSection={<IconUserPlus size={18} aria-hidden />}
        >
          {texts.createLink}
        </Button>
      </form>
      {shown && isOpen && <InvitationLink invitation={shown} environments={environments} />}
      <Text size="sm" c="dimmed" role="status" mt={shown && !isOpen ? 'md' : 0}>
        {shown &&
          !isOpen &&
          fill(texts.linkEnded, {
            history: (
              <AnchorLink to="/projects/$projectId/history" params={{ projectId }} search={{ action: 'member_add' }}>
                {texts.whoJoined}
              </AnchorLink>
            ),
          })}
      </Text>
      <InvitationList
        project={project}
        mine={mine}
        onNewLink={setShown}
        onWithdrawn={(id) => setShown((now) => (now?.id === id ? undefined : now))}
      />
    </section>
  );
}
