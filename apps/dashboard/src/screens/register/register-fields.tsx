import type { RegisterRequest } from '@burgee/contracts/http';
import { Button, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { ApiError } from '../../api/api-error.js';
import { useRegister } from '../../api/session.js';
import { ErrorNotice } from '../../feedback/errors/error-notice.js';
import { NewPassword } from '../entry/new-password.js';
import { fieldFaults, missing } from './register-faults.js';
import { texts } from './texts.js';

interface Props {
  /** What the link that brought the user here adds to the request. */
  by: Pick<RegisterRequest, 'invitation' | 'setup'>;
  onRegistered: () => void;
}

/** The form with which a user registers. */
export function RegisterFields({ by, onRegistered }: Props) {
  const register = useRegister();
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { name: '', email: '', password: '', confirmPassword: '' },
    validate: missing,
  });
  const submit = form.onSubmit((values) =>
    register.mutate(
      { ...values, ...by },
      {
        onSuccess: onRegistered,
        onError: (error) => {
          if (error instanceof ApiError) form.setErrors(fieldFaults(error));
        },
      },
    ),
  );
  const elsewhere = register.error && Object.keys(fieldFaults(register.error)).length === 0;
  return (
    <form noValidate onSubmit={submit}>
      <Stack>
        {elsewhere && <ErrorNotice error={register.error} title={texts.failed} />}
        <TextInput
          label={texts.name}
          description={texts.nameHint}
          autoComplete="name"
          autoFocus
          key={form.key('name')}
          {...form.getInputProps('name')}
        />
        <TextInput
          label={texts.email}
          type="email"
          autoComplete="username"
          key={form.key('email')}
          {...form.getInputProps('email')}
        />
        <NewPassword form={form} label={texts.password} names={['password', 'confirmPassword']} />
        <Button type="submit" fullWidth loading={register.isPending}>
          {texts.submit}
        </Button>
      </Stack>
    </form>
  );
}
