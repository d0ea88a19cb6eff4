import type { InvitationWithLink } from '@burgee/contracts/http';
import type { Role } from '@burgee/contracts/wire';
import { Button, NativeSelect, Text, TextInput, Title } from '@mantine/core';
import { useForm } from '@mantine/form';
import { IconUserPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { asApiError } from '../../api/api-error.js';
import { useInvitations, useInvite } from '../../api/invitations.js';
import { ErrorNotice } from '../../feedback/error-notice.js';
import { fill } from '../../feedback/fill.js';
import { AnchorLink } from '../../shell/links.js';
import { InvitationLink } from './invitation-link.js';
import { InvitationList } from './invitation-list.js';
import { grantable } from './roles.js';
import classes from './people-screen.module.css';
import { texts } from './texts.js';

interface Props {
  projectId: string;
  mine: Role;
}

/** Invites people to the project. The link is shown to the admin, who hands it on. */
export function Invite({ projectId, mine }: Props) {
  const invite = useInvite(projectId);
  const [shown, setShown] = useState<InvitationWithLink>();
  const invitations = useInvitations(projectId);
  // The invitation ends when a user joins or declines while this page is open.
  const isOpen = !invitations || invitations.some(({ id }) => id === shown?.id);
  const form = useForm<{ email: string; role: Role }>({ initialValues: { email: '', role: 'editor' } });
  const submit = form.onSubmit(({ email, role }) =>
    invite.mutate(
      { role, ...(email.trim() !== '' && { email: email.trim() }) },
      {
        onSuccess: (invitation) => {
          setShown(invitation);
          form.setFieldValue('email', '');
        },
        onError: (error) => form.setErrors({ email: asApiError(error).faultOf('email') }),
      },
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
          description={texts.emailHint}
          type="email"
          autoComplete="off"
          placeholder={texts.emailExample}
          {...form.getInputProps('email')}
        />
        <NativeSelect
          label={texts.inviteRole}
          data={grantable(mine).map((role) => ({ value: role, label: texts.role[role][0] }))}
          {...form.getInputProps('role')}
        />
        <Button type="submit" loading={invite.isPending} leftSection={<IconUserPlus size={18} aria-hidden />}>
          {texts.createLink}
        </Button>
      </form>
      {shown && isOpen && <InvitationLink invitation={shown} />}
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
        projectId={projectId}
        mine={mine}
        onNewLink={setShown}
        onWithdrawn={(id) => setShown((now) => (now?.id === id ? undefined : now))}
      />
    </section>
  );
}
