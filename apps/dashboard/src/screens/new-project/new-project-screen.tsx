import { Button, Group, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useNavigate } from '@tanstack/react-router';
import { asApiError } from '../../api/api-error.js';
import { useCreateProject } from '../../api/projects.js';
import { ErrorNotice } from '../../feedback/errors/error-notice.js';
import { ButtonLink } from '../../shell/links.js';
import { Page } from '../../shell/page.js';
import { EnvironmentDrafts } from './environment-drafts.js';
import { FIRST_ENVIRONMENTS, nameFaults, toRequest } from './project-draft.js';
import classes from './new-project-screen.module.css';
import { texts } from './texts.js';

/** Creates a project with its first environments. */
export function NewProjectScreen() {
  const navigate = useNavigate();
  const create = useCreateProject();
  const form = useForm({
    initialValues: { name: '', description: '', environments: FIRST_ENVIRONMENTS },
    validate: nameFaults,
  });
  const submit = form.onSubmit((draft) =>
    create.mutate(toRequest(draft), {
      onSuccess: ({ id }) => void navigate({ to: '/projects/$projectId/connect', params: { projectId: id } }),
      onError: (error) => form.setErrors({ name: asApiError(error).faultOf('name') }),
    }),
  );
  return (
    <Page title={texts.title} lead={texts.lead}>
      <form noValidate onSubmit={submit} className={classes.form}>
        <Stack gap="lg" className={`panel ${classes.panel}`}>
          {create.error && <ErrorNotice error={create.error} title={texts.failed} />}
          <TextInput
            label={texts.name}
            placeholder={texts.nameExample}
            maxLength={100}
            autoFocus
            {...form.getInputProps('name')}
          />
          <Textarea
            label={texts.description}
            description={texts.descriptionHint}
            maxLength={2000}
            autosize={false}
            rows={2}
            {...form.getInputProps('description')}
          />
          <EnvironmentDrafts form={form} />
          <Text size="sm" c="dimmed">
            {texts.environmentsHint}
          </Text>
          <Group justify="flex-end">
            <ButtonLink to="/projects" variant="default">
              {texts.cancel}
            </ButtonLink>
            <Button type="submit" loading={create.isPending}>
              {texts.submit}
            </Button>
          </Group>
        </Stack>
      </form>
    </Page>
  );
}
