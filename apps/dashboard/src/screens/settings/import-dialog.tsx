import type { Imported } from '@burgee/contracts/http';
import { Button, FileInput, Group, List, Modal, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { asApiError, wasEnded } from '../../api/api-error.js';
import type { Sent } from '../../api/send-file.js';
import { useImportProject } from '../../api/transfer.js';
import { ErrorNotice } from '../../feedback/errors/error-notice.js';
import { showDone } from '../../feedback/toasts/toasts.js';
import { fileRefusal } from './file-refusal.js';
import { leftSays, planLines, planOfRefusal } from './plan-lines.js';
import { texts } from './texts.js';

const SHOWN_AT_MOST = 100;

interface Props {
  opened: boolean;
  projectId: string;
  onClose: () => void;
}

/** Tries the chosen file first, so that the user sees its changes before the import. */
export function ImportDialog({ opened, projectId, onClose }: Props) {
  const [file, setFile] = useState<File | null>(null);
  const trial = useImportProject(projectId);
  const doing = useImportProject(projectId);
  const [sent, onSent] = useState<Sent>();
  const choose = (chosen: File | null) => {
    setFile(chosen);
    doing.reset();
    onSent(undefined);
    if (chosen) trial.mutate({ file: chosen, onSent });
    else trial.reset();
  };
  const close = () => {
    choose(null);
    onClose();
  };
  const plan = trial.data;
  const apply = () => {
    if (!file || !plan) return;
    onSent(undefined);
    doing.mutate(
      { file, tag: plan.tag, onSent },
      {
        onSuccess: () => {
          showDone(texts.imported);
          close();
        },
      },
    );
  };
  const isSending = trial.isPending || doing.isPending;
  const failure = doing.error ?? trial.error;
  // After a cancellation the user can try again.
  const error = failure && !wasEnded(failure) ? failure : undefined;
  const refusedPlan = error && planOfRefusal(error);
  return (
    <Modal opened={opened} onClose={close} title={texts.import}>
      <Stack>
        <FileInput
          label={texts.file}
          description={texts.importHint}
          placeholder={texts.filePlaceholder}
          accept="application/json,.json"
          value={file}
          onChange={choose}
          data-autofocus
        />
        {isSending && sent && <Text size="sm">{texts.sent(sent)}</Text>}
        {error && <ErrorNotice error={fileRefusal(error)} title={texts.nothingImported} />}
        {error && <Faults error={error} />}
        {refusedPlan && <Plan plan={refusedPlan} />}
        {plan && !error && <Plan plan={plan} />}
        <Group justify="flex-end">
          <Button variant="default" onClick={close}>
            {texts.cancel}
          </Button>
          <Button onClick={apply} disabled={!plan || !changesSomething(plan)} loading={isSending}>
            {texts.import}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}

const changesSomething = ({ environments, flags, reordered }: Imported) =>
  environments.length > 0 || flags.length > 0 || reordered;

function Lines({ lines }: { lines: readonly { name: string; says: string }[] }) {
  return (
    <>
      <List size="sm" className="any-text">
        {lines.slice(0, SHOWN_AT_MOST).map(({ name, says }, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- lines never move, and may be alike
          <List.Item key={index}>
            <b>{name}</b>: {says}
          </List.Item>
        ))}
      </List>
      {lines.length > SHOWN_AT_MOST && <Text size="sm">{texts.more(lines.length - SHOWN_AT_MOST)}</Text>}
    </>
  );
}

/** The places of faults in the file. */
function Faults({ error }: { error: unknown }) {
  const errors = asApiError(error).problem?.errors ?? [];
  return <Lines lines={errors.map(({ pointer, detail }) => ({ name: pointer, says: detail }))} />;
}

function Plan({ plan }: { plan: Imported }) {
  if (!changesSomething(plan)) return <Text role="status">{texts.nothingToDo}</Text>;
  return (
    <Stack gap="xs" role="status">
      <Text fw={600}>{texts.plan}</Text>
      <Lines lines={planLines(plan)} />
      {plan.reordered && <Text size="sm">{texts.reordered}</Text>}
      <Text size="sm" c="dimmed">
        {leftSays(plan)}
      </Text>
    </Stack>
  );
}
