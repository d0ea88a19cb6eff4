import type { EnvironmentView } from '@burgee/contracts/http';
import type { Role } from '@burgee/contracts/wire';
import { ActionIcon, Badge, Text, Title } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconDots, IconShieldLock, IconStack2 } from '@tabler/icons-react';
import { useDeleteEnvironment } from '../../api/environments.js';
import { may } from '../../api/projects.js';
import { showDone } from '../../feedback/toasts/toasts.js';
import { lazyPanel } from '../../feedback/loading/lazy-panel.js';
import { lazyDialog } from '../../feedback/loading/lazy-dialog.js';
import { SdksNow } from '../../usage/sdks-now.js';
import { useHashTarget } from '../../shell/use-hash-target.js';
import { originsOf } from './environment-draft.js';
import { EnvironmentKey } from './environment-key.js';
import { listRules } from './list-rules.js';
import { StreamsNow } from './streams-now.js';
import classes from './environments-screen.module.css';
import { texts } from './texts.js';

const CardMenuPanel = lazyPanel(async () => (await import('./card-menu-panel.js')).CardMenuPanel);
const EnvironmentDialog = lazyDialog(async () => (await import('./environment-dialog.js')).EnvironmentDialog);
const RulesDialog = lazyDialog(async () => (await import('./rules-dialog.js')).RulesDialog);
const SwitchOffDialog = lazyDialog(async () => (await import('../switch-off/switch-off-dialog.js')).SwitchOffDialog);
const ConfirmByTyping = lazyDialog(
  async () => (await import('../../feedback/dialogs/confirm-by-typing.js')).ConfirmByTyping,
);

interface Props {
  environment: EnvironmentView;
  /** The reader's role. */
  role: Role;
}

export function EnvironmentCard({ environment, role }: Props) {
  const { id, project_id: projectId, name, slug, protected: guarded, color, revision } = environment;
  const origins = originsOf(environment);
  const asked = listRules(environment);
  const card = useHashTarget<HTMLLIElement>(id);
  return (
    <li ref={card} tabIndex={-1} className={`panel ${classes.card}`} data-color={color}>
      <div className={classes.head}>
        <span className={classes.icon} aria-hidden>
          {guarded ? <IconShieldLock size={20} /> : <IconStack2 size={20} />}
        </span>
        <div className={classes.names}>
          <div className={classes.title}>
            <Title order={2} className="any-text">
              {name}
            </Title>
            {guarded && (
              <Badge className={classes.guarded} tt="none" leftSection={<IconShieldLock size={14} aria-hidden />}>
                {texts.protected}
              </Badge>
            )}
          </div>
          <Text size="sm" c="dimmed" className="mono any-text">
            {slug}
          </Text>
        </div>
        {may(role, 'admin') && <CardMenu environment={environment} role={role} />}
      </div>
      <dl className={classes.facts}>
        <dt>{texts.facts.sdkKey}</dt>
        <dd>
          <EnvironmentKey kind="sdk" environment={environment} />
        </dd>
        <dt>{texts.facts.clientKey}</dt>
        <dd>
          <EnvironmentKey kind="client" environment={environment} />
        </dd>
        <dt>{texts.facts.origin}</dt>
        <dd className="any-text">
          {origins.map((origin) => (
            <div key={origin}>
              <code>{origin}</code>
            </div>
          ))}
          {origins.length === 0 && (
            <Text c="dimmed" span size="sm">
              {texts.noOrigin}
            </Text>
          )}
        </dd>
        <dt>{texts.facts.streams}</dt>
        <dd>
          <StreamsNow projectId={projectId} environment={{ id, name }} />
          <SdksNow projectId={projectId} environmentId={id} />
        </dd>
        {asked.length > 0 && (
          <>
            <dt>{texts.facts.changes}</dt>
            <dd className="any-text">
              {asked.map((line) => (
                <div key={line}>{line}</div>
              ))}
            </dd>
          </>
        )}
        <dt>{texts.facts.revision}</dt>
        <dd>
          <span title={texts.revisionHint}>{texts.revision(revision)}</span>
        </dd>
      </dl>
    </li>
  );
}

function CardMenu({ environment, role }: Props) {
  const { name } = environment;
  const [ruling, rules] = useDisclosure(false);
  const [linking, links] = useDisclosure(false);
  const [editing, edit] = useDisclosure(false);
  const [deleting, dialog] = useDisclosure(false);
  const remove = useDeleteEnvironment(environment.project_id);
  const close = () => {
    dialog.close();
    remove.reset();
  };
  // Not in callbacks of mutate(), because this card may no longer exist when it succeeds. The dialog shows a failure.
  const confirm = () =>
    void remove.mutateAsync(environment.id).then(
      () => {
        showDone(texts.deleted(name));
        close();
      },
      () => undefined,
    );
  return (
    <>
      <CardMenuPanel
        onEdit={edit.open}
        onRules={rules.open}
        onLinks={links.open}
        onDelete={dialog.open}
        target={
          <ActionIcon variant="subtle" color="gray" aria-label={texts.change(name)}>
            <IconDots size={18} />
          </ActionIcon>
        }
      />
      <EnvironmentDialog
        opened={editing}
        projectId={environment.project_id}
        environment={environment}
        onRules={() => {
          edit.close();
          rules.open();
        }}
        onClose={edit.close}
      />
      <RulesDialog opened={ruling} environment={environment} role={role} onClose={rules.close} />
      <SwitchOffDialog opened={linking} environment={environment} role={role} onClose={links.close} />
      <ConfirmByTyping
        opened={deleting}
        onClose={close}
        title={texts.deleteTitle}
        word={name}
        what={texts.deleteWord}
        action={texts.deleteAction}
        pending={remove.isPending}
        error={remove.error}
        onConfirm={confirm}
      >
        {texts.deleteHint(name)}
      </ConfirmByTyping>
    </>
  );
}
