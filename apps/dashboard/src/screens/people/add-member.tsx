import type { Role } from '@burgee/contracts';
import { Button, NativeSelect, TextInput, Title } from '@mantine/core';
import { useForm } from '@mantine/form';
import { IconUserPlus } from '@tabler/icons-react';
import { asApiError } from '../../api/api-error.js';
import { useAddMember } from '../../api/members.js';
import { ErrorNotice } from '../../feedback/error-notice.js';
import { showDone } from '../../feedback/toasts.js';
import { grantable } from './roles.js';
import classes from './people-screen.module.css';

/** What is wrong with the email, when the refusal is about it. */
function emailFault(thrown: unknown): string | undefined {
  const error = asApiError(thrown);
  if (error.code === 'user_not_found')
    return 'Nobody is registered with this email. Send them the address of this page: they register, then you add them.';
  if (error.code === 'duplicate') return 'Is a member already. Change the role in the list.';
  return error.faultOf('email');
}

interface Props {
  projectId: string;
  mine: Role;
}

/** Brings in somebody who is registered. */
export function AddMember({ projectId, mine }: Props) {
  const add = useAddMember(projectId);
  const form = useForm<{ email: string; role: Role }>({
    initialValues: { email: '', role: 'editor' },
    validate: { email: (email) => (/.@./.test(email) ? null : 'Enter the email they registered with.') },
  });
  const submit = form.onSubmit((values) =>
    add.mutate(values, {
      onSuccess: () => {
        showDone(`${values.email} added`);
        form.setFieldValue('email', '');
      },
      onError: (error) => form.setErrors({ email: emailFault(error) }),
    }),
  );
  return (
    <section className={`panel ${classes.add}`} aria-labelledby="add-member">
      <Title order={2} id="add-member">
        Add somebody
      </Title>
      {add.error && !emailFault(add.error) && <ErrorNotice error={add.error} title="Nobody was added" />}
      <form noValidate onSubmit={submit} className={classes.addForm}>
        <TextInput
          label="Email"
          type="email"
          autoComplete="off"
          placeholder="grace@example.com"
          {...form.getInputProps('email')}
        />
        <NativeSelect
          label="Role"
          data={grantable(mine).map(({ role, label }) => ({ value: role, label }))}
          {...form.getInputProps('role')}
        />
        <Button type="submit" loading={add.isPending} leftSection={<IconUserPlus size={18} aria-hidden />}>
          Add
        </Button>
      </form>
    </section>
  );
}
