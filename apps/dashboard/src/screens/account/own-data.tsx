import { Button, Group, Text, Title } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useMutation } from '@tanstack/react-query';
import { readOwnData } from '../../api/account.js';
import { ErrorNotice } from '../../feedback/errors/error-notice.js';
import { lazyDialog } from '../../feedback/loading/lazy-dialog.js';
import { showDone } from '../../feedback/toasts/toasts.js';
import classes from './account-screen.module.css';
import { texts } from './texts.js';

const DeleteAccount = lazyDialog(async () => (await import('./delete-account.js')).DeleteAccount);

/** Hands the browser a file to save. */
function save(name: string, content: unknown): void {
  const url = URL.createObjectURL(new Blob([JSON.stringify(content, null, 2)], { type: 'application/json' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  URL.revokeObjectURL(url);
}

/** What Burgee stores of the person: a copy of it, and its end. */
export function OwnData() {
  const [deleting, dialog] = useDisclosure(false);
  const download = useMutation({
    mutationFn: readOwnData,
    onSuccess: (data) => {
      save(texts.dataFile, data);
      showDone(texts.downloaded);
    },
  });
  return (
    <section className={`panel ${classes.panel}`} aria-labelledby="data">
      <Title order={2} id="data">
        {texts.dataTitle}
      </Title>
      <Text size="sm" c="dimmed" my="sm">
        {texts.dataHint}
      </Text>
      {download.error && <ErrorNotice error={download.error} title={texts.downloadFailed} />}
      <Group mt="sm" gap="sm">
        <Button variant="default" loading={download.isPending} onClick={() => download.mutate()}>
          {texts.download}
        </Button>
        <Button variant="outline" color="pennant.8" className={classes.delete} onClick={dialog.open}>
          {texts.delete}
        </Button>
      </Group>
      <DeleteAccount opened={deleting} onClose={dialog.close} />
    </section>
  );
}
