import type { ProjectView } from '@burgee/contracts/http';
import { Button, Group, Stack, Text, Textarea, TextInput, Title } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useDisclosure } from '@mantine/hooks';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import { asApiError } from '../../api/api-error.js';
import { may, useDeleteProject, useProject, useUpdateProject } from '../../api/projects.js';
import { useLeaveGuard } from '../../feedback/dialogs/use-leave-guard.js';
import { ErrorNotice } from '../../feedback/errors/error-notice.js';
import { fill } from '../../feedback/fill.js';
import { showDone } from '../../feedback/toasts/toasts.js';
import { lazyDialog } from '../../feedback/loading/lazy-dialog.js';
import { Page } from '../../shell/page.js';
import { aboutOf, follow, toRequest } from './about-draft.js';
import { RulesPanel } from './rules-panel.js';
import classes from './settings-screen.module.css';
import { texts } from './texts.js';
import { TransferPanel } from './transfer-panel.js';
import { ProjectTokens } from '../tokens/project-tokens.js';
import { TrustsPanel } from '../trusts/trusts-panel.js';
import { WebhooksPanel } from '../webhooks/webhooks-panel.js';

const ConfirmWithProof = lazyDialog(async () => (await import('../entry/confirm-with-proof.js')).ConfirmWithProof);
const route = getRouteApi('/inside/projects/$projectId/settings');

/** Changes a project's name and description, and deletes it. */
export function SettingsScreen() {
  const { projectId } = route.useParams();
  const project = useProject(projectId);
  return (
    <Page title={texts.title} tab={texts.tab(project.name)}>
      <Stack className={classes.narrow}>
        {may(project.role, 'admin') ? <About project={project} /> : <Facts project={project} />}
        <RulesPanel project={project} />
        <TransferPanel project={project} />
        {may(project.role, 'admin') && <WebhooksPanel project={project} />}
        {may(project.role, 'owner') && <ProjectTokens project={project} />}
        {may(project.role, 'owner') && <TrustsPanel project={project} />}
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
      <Text className="any-text">{description ?? texts.noDescription}</Text>
      <Text size="sm" c="dimmed" mt="md">
        {texts.readOnly}
      </Text>
    </section>
  );
}

function About({ project }: { project: ProjectView }) {
  const update = useUpdateProject(project.id);
  const form = useForm({
    initialValues: aboutOf(project),
    validate: { name: (name) => (name.trim() === '' ? texts.nameMissing : null) },
  });
  useLeaveGuard(form.isDirty() && !update.isPending, texts.leave);
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
      () => showDone(texts.saved),
      (error) => form.setErrors({ name: asApiError(error).faultOf('name') }),
    );
  });
  return (
    <section className={`panel ${classes.panel}`} aria-labelledby="about">
      <Title order={2} id="about">
        {texts.about}
      </Title>
      <form noValidate onSubmit={submit}>
        <Stack mt="sm">
          {update.error && <ErrorNotice error={update.error} title={texts.failed} />}
          <TextInput label={texts.name} maxLength={100} {...form.getInputProps('name')} />
          <Textarea
            label={texts.description}
            description={texts.descriptionHint}
            maxLength={2000}
            rows={3}
            {...form.getInputProps('description')}
          />
          <Group justify="flex-end">
            <Button type="submit" disabled={!form.isDirty()} loading={update.isPending}>
              {texts.save}
            </Button>
          </Group>
        </Stack>
      </form>
    </section>
  );
}

function End({ project: { id, name, environments } }: { project: ProjectView }) {
  const [confirming, dialog] = useDisclosure(false);
  const { mutateAsync: run } = useDeleteProject(id);
  const navigate = useNavigate();
  const names = environments.map((environment) => environment.name);
  const deed = {
    title: texts.delete,
    does: texts.deleteWhy(name, names),
    action: texts.delete,
    failed: texts.notDeleted,
    isGrave: true,
    typed: { word: name, label: fill(texts.deleteType, { word: <strong>{name}</strong> }) },
    run: () => run(),
  };
  const leave = () => {
    showDone(texts.deleted(name));
    void navigate({ to: '/projects' });
  };
  return (
    <section className={`panel ${classes.panel} ${classes.end}`} aria-labelledby="end">
      <Title order={2} id="end">
        {texts.delete}
      </Title>
      <Group justify="space-between" mt="xs" gap="md">
        <Text size="sm" className={classes.endText}>
          {texts.deleteHint}
        </Text>
        <Button color="pennant.8" variant="outline" className={classes.endButton} onClick={dialog.open}>
          {texts.delete}
        </Button>
      </Group>
      <ConfirmWithProof opened={confirming} deed={deed} onDone={leave} onClose={dialog.close} />
    </section>
  );
}
