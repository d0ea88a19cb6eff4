import type { ProjectView } from '@burgee/contracts/http';
import { Button, Group, Stack, Text, Textarea, TextInput, Title } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useDisclosure } from '@mantine/hooks';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import { asApiError } from '../../api/api-error.js';
import { may, useDeleteProject, useProject, useUpdateProject } from '../../api/projects.js';
import { ErrorNotice } from '../../feedback/error-notice.js';
import { showDone } from '../../feedback/toasts.js';
import { whenOpened } from '../../feedback/when-opened.js';
import { Page } from '../../shell/page.js';
import { aboutOf, follow, toRequest } from './about-draft.js';
import classes from './settings-screen.module.css';

const ConfirmByTyping = whenOpened(async () => (await import('../../feedback/confirm-by-typing.js')).ConfirmByTyping);
const route = getRouteApi('/inside/projects/$projectId/settings');

/** Changes a project's name and description, and deletes it. */
export function SettingsScreen() {
  const { projectId } = route.useParams();
  const project = useProject(projectId);
  return (
    <Page title="Settings" tab={`Settings · ${project.name}`}>
      <Stack className={classes.narrow}>
        {may(project.role, 'admin') ? <About project={project} /> : <Facts project={project} />}
        {may(project.role, 'owner') && <End project={project} />}
      </Stack>
    </Page>
  );
}

function Facts({ project: { name, description } }: { project: ProjectView }) {
  return (
    <section className={`panel ${classes.panel}`}>
      <Title order={2} className="any-text">
        {name}
      </Title>
      <Text className="any-text">{description ?? 'Without a description.'}</Text>
      <Text size="sm" c="dimmed" mt="md">
        Admins change this.
      </Text>
    </section>
  );
}

function About({ project }: { project: ProjectView }) {
  const update = useUpdateProject(project.id);
  const form = useForm({
    initialValues: aboutOf(project),
    validate: { name: (name) => (name.trim() === '' ? 'Give the project a name.' : null) },
  });
  const { name, description } = aboutOf(project);
  useEffect(() => {
    const now = { name, description };
    form.setValues(follow(form.getValues(), form.getInitialValues(), now));
    form.resetDirty(now);
    // oxlint-disable-next-line react/exhaustive-deps -- when it has become another one, and then alone
  }, [name, description]);
  // Not in callbacks of mutate(), because the next page also shows that it was saved.
  const submit = form.onSubmit((typed) => {
    void update.mutateAsync(toRequest(typed, form.getInitialValues())).then(
      () => showDone('Saved'),
      (error) => form.setErrors({ name: asApiError(error).faultOf('name') }),
    );
  });
  return (
    <section className={`panel ${classes.panel}`} aria-labelledby="about">
      <Title order={2} id="about">
        Name and description
      </Title>
      <form noValidate onSubmit={submit}>
        <Stack mt="sm">
          {update.error && <ErrorNotice error={update.error} title="Nothing was saved" />}
          <TextInput label="Name" maxLength={100} {...form.getInputProps('name')} />
          <Textarea
            label="Description"
            description="What it is and who looks after it."
            maxLength={2000}
            rows={3}
            {...form.getInputProps('description')}
          />
          <Group justify="flex-end">
            <Button type="submit" disabled={!form.isDirty()} loading={update.isPending}>
              Save
            </Button>
          </Group>
        </Stack>
      </form>
    </section>
  );
}

function End({ project: { id, name, environments } }: { project: ProjectView }) {
  const [confirming, dialog] = useDisclosure(false);
  const remove = useDeleteProject(id);
  const navigate = useNavigate();
  const close = () => {
    dialog.close();
    remove.reset();
  };
  return (
    <section className={`panel ${classes.panel} ${classes.end}`} aria-labelledby="end">
      <Title order={2} id="end">
        Delete the project
      </Title>
      <Group justify="space-between" mt="xs" gap="md">
        <Text size="sm" className={classes.endText}>
          With its flags and environments. Applications that fetch flags with its keys are refused from then on.
        </Text>
        <Button color="pennant.8" variant="outline" className={classes.endButton} onClick={dialog.open}>
          Delete project
        </Button>
      </Group>
      <ConfirmByTyping
        opened={confirming}
        onClose={close}
        title="Delete project"
        word={name}
        what="name of the project"
        action="Delete project"
        pending={remove.isPending}
        error={remove.error}
        onConfirm={() =>
          remove.mutate(undefined, {
            onSuccess: () => {
              showDone(`${name} deleted`);
              void navigate({ to: '/' });
            },
          })
        }
      >
        All flags of {name} go, in {environments.map((environment) => environment.name).join(', ')}, and every SDK key
        is dead at once. This cannot be undone.
      </ConfirmByTyping>
    </section>
  );
}
