import { Button, Group, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useNavigate } from '@tanstack/react-router';
import { asApiError } from '../../api/api-error.js';
import { useCreateProject } from '../../api/projects.js';
import { ErrorNotice } from '../../feedback/error-notice.js';
import { ButtonLink } from '../../shell/links.js';
import { Page } from '../../shell/page.js';
import { EnvironmentDrafts } from './environment-drafts.js';
import { FIRST_ENVIRONMENTS, nameFaults, toRequest } from './project-draft.js';
import classes from './new-project-screen.module.css';

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
    <Page title="New project" lead="The flags of one product, with a value for each environment.">
      <form noValidate onSubmit={submit} className={classes.form}>
        <Stack gap="lg" className={`panel ${classes.panel}`}>
          {create.error && <ErrorNotice error={create.error} title="The project was not created" />}
          <TextInput label="Name" placeholder="Shop" maxLength={100} autoFocus {...form.getInputProps('name')} />
          <Textarea
            label="Description"
            description="Optional. What it is and who looks after it."
            maxLength={2000}
            autosize={false}
            rows={2}
            {...form.getInputProps('description')}
          />
          <EnvironmentDrafts form={form} />
          <Text size="sm" c="dimmed">
            Each environment gets an SDK key of its own. More can be added later.
          </Text>
          <Group justify="flex-end">
            <ButtonLink to="/" variant="default">
              Cancel
            </ButtonLink>
            <Button type="submit" loading={create.isPending}>
              Create project
            </Button>
          </Group>
        </Stack>
      </form>
    </Page>
  );
}
