import type { ProjectView, WebhookView, WebhookWithSecret } from '@burgee/contracts/http';
import { Anchor, Button, Group, Text, Title } from '@mantine/core';
import { IconWebhook } from '@tabler/icons-react';
import { useState } from 'react';
import { useWebhooks } from '../../api/webhooks.js';
import { lazyDialog } from '../../feedback/loading/lazy-dialog.js';
import classes from '../../feedback/row-list.module.css';
import settings from '../settings/settings-screen.module.css';
import { useHashAction } from '../../shell/use-hash-action.js';
import { texts } from './texts.js';
import { WebhookRow } from './webhook-row.js';

const WebhookDialog = lazyDialog(async () => (await import('./webhook-dialog.js')).WebhookDialog);
const WebhookSecret = lazyDialog(async () => (await import('./webhook-secret.js')).WebhookSecret);

interface Props {
  project: ProjectView;
}

/** The webhooks of a project. For admins, because an address may contain a secret. */
export function WebhooksPanel({ project }: Props) {
  const { data: webhooks } = useWebhooks(project.id);
  return webhooks ? <Panel project={project} webhooks={webhooks} /> : null;
}

function Panel({ project, webhooks }: Props & { webhooks: readonly WebhookView[] }) {
  const [edited, setEdited] = useState<WebhookView | 'new'>();
  useHashAction('new-webhook', () => setEdited('new'));
  const [made, setMade] = useState<WebhookWithSecret>();
  return (
    <section className={`panel ${settings.panel}`} aria-labelledby="webhooks">
      <Group justify="space-between" gap="md">
        <Title order={2} id="webhooks">
          {texts.title}
        </Title>
        <Button variant="default" leftSection={<IconWebhook size={18} aria-hidden />} onClick={() => setEdited('new')}>
          {texts.create}
        </Button>
      </Group>
      {webhooks.length === 0 ? (
        <Text size="sm" mt="xs">
          {texts.empty}{' '}
          <Anchor href="/guide/guides/webhooks" target="_blank" rel="noopener" inherit>
            {texts.learn}
          </Anchor>
        </Text>
      ) : (
        <ul className={classes.list} aria-labelledby="webhooks">
          {webhooks.map((webhook) => (
            <WebhookRow
              key={webhook.id}
              project={project}
              webhook={webhook}
              onEdit={() => setEdited(webhook)}
              onSecret={setMade}
            />
          ))}
        </ul>
      )}
      <WebhookDialog
        opened={edited !== undefined}
        project={project}
        webhook={edited === 'new' ? undefined : edited}
        onClose={() => setEdited(undefined)}
        onMade={setMade}
      />
      <WebhookSecret opened={made !== undefined} webhook={made} onClose={() => setMade(undefined)} />
    </section>
  );
}
