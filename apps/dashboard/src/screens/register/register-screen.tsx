import type { RegisterRequest } from '@burgee/contracts/http';
import { Button, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { getRouteApi } from '@tanstack/react-router';
import { ApiError } from '../../api/api-error.js';
import { useRegister } from '../../api/session.js';
import { keptInvitation } from '../../session/kept-invitation.js';
import { ErrorNotice } from '../../feedback/error-notice.js';
import { AnchorLink } from '../../shell/links.js';
import { EntryPage } from '../entry/entry-page.js';
import { NewPassword } from '../entry/new-password.js';
import { useEnter } from '../entry/use-enter.js';
import { fieldFaults, missing } from './register-faults.js';
import { texts } from './texts.js';

const route = getRouteApi('/register');

/** The invitation that brought the user here. */
const invitationOf = (back: string | undefined) => (back === '/invitation' ? keptInvitation() : undefined);

/** Where registration needs an invitation, the service asks for the invitation that the user opened. */
function withInvitation(values: RegisterRequest, back: string | undefined): RegisterRequest {
  const kept = invitationOf(back);
  return kept ? { ...values, invitation: kept.token } : values;
}

export function RegisterScreen() {
  const { back } = route.useSearch();
  const enter = useEnter(back);
  const joins = invitationOf(back)?.to;
  const register = useRegister();
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { name: '', email: '', password: '', confirmPassword: '' },
    validate: missing,
  });
  const submit = form.onSubmit((values) =>
    register.mutate(withInvitation(values, back), {
      onSuccess: () => void enter(),
      onError: (error) => {
        if (error instanceof ApiError) form.setErrors(fieldFaults(error));
      },
    }),
  );
  const elsewhere = register.error && Object.keys(fieldFaults(register.error)).length === 0;
  return (
    <EntryPage
      title={texts.title}
      lead={joins ? <span className="any-text">{texts.toJoin(joins)}</span> : texts.lead}
      aside={
        <>
          {texts.registered}{' '}
          <AnchorLink to="/sign-in" search={back === undefined ? {} : { back }}>
            {texts.signIn}
          </AnchorLink>
        </>
      }
    >
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
    </EntryPage>
  );
}
