import type { ProjectView } from '@burgee/contracts/http';
import { Button, Group, Text, Title } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconDownload, IconUpload } from '@tabler/icons-react';
import { may } from '../../api/projects.js';
import { exportProjectPath } from '../../api/transfer.js';
import { lazyDialog } from '../../feedback/loading/lazy-dialog.js';
import classes from './settings-screen.module.css';
import { texts } from './texts.js';

const ImportDialog = lazyDialog(async () => (await import('./import-dialog.js')).ImportDialog);

/** The project as a file: every member exports it, admins import it. */
export function TransferPanel({ project: { id, slug, role } }: { project: ProjectView }) {
  const [opened, dialog] = useDisclosure(false);
  return (
    <section className={`panel ${classes.panel}`} aria-labelledby="transfer">
      <Title order={2} id="transfer">
        {texts.transfer}
      </Title>
      <Group justify="space-between" mt="xs" gap="md">
        <Text size="sm" className={classes.endText}>
          {texts.transferHint}
        </Text>
        <Group gap="sm">
          <Button
            component="a"
            href={exportProjectPath(id)}
            download={`${slug}.burgee.json`}
            variant="default"
            leftSection={<IconDownload size={18} aria-hidden />}
          >
            {texts.export}
          </Button>
          {may(role, 'admin') && (
            <Button variant="default" leftSection={<IconUpload size={18} aria-hidden />} onClick={dialog.open}>
              {texts.import}
            </Button>
          )}
        </Group>
      </Group>
      <ImportDialog opened={opened} projectId={id} onClose={dialog.close} />
    </section>
  );
}
