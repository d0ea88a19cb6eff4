import type { EnvironmentView } from '@burgee/contracts/http';
import type { Role } from '@burgee/contracts/wire';
import { Button, Modal, NativeSelect, Stack, Switch, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useEffect } from 'react';
import { useUpdateEnvironment } from '../../api/environments.js';
import { may } from '../../api/projects.js';
import { EnvironmentName } from '../../environment/environment-name.js';
import { DialogFoot } from '../../feedback/dialogs/dialog-foot.js';
import { showDone } from '../../feedback/toasts/toasts.js';
import { useCloseGuard } from '../../feedback/dialogs/use-close-guard.js';
import { type RulesDraft, rulesDraftOf, toRulesRequest } from './rules-draft.js';
import { texts as all } from './texts.js';

const texts = all.rules;

interface Props {
  environment: EnvironmentView;
  /** The reader's role. */
  role: Role;
  onClose: () => void;
}

/** Edits the rules of an environment: a freeze until a time, or a comment with each change. */
export function RulesDialog({ opened, ...props }: Props & { opened: boolean }) {
  const saving = useUpdateEnvironment(props.environment.project_id);
  const guard = useCloseGuard(saving.isPending, props.onClose);
  return (
    <Modal opened={opened} onClose={guard.close} onExitTransitionEnd={saving.reset} title={texts.title}>
      <RulesForm {...props} saving={saving} onTyped={guard.onTyped} />
    </Modal>
  );
}

interface FormProps extends Props {
  saving: ReturnType<typeof useUpdateEnvironment>;
  onTyped: (isDirty: boolean) => void;
}

function RulesForm({ environment, role, saving, onTyped, onClose }: FormProps) {
  const form = useForm<RulesDraft>({ initialValues: rulesDraftOf(environment) });
  useEffect(() => onTyped(form.isDirty()));
  const { until } = form.getValues();
  const wasFrozen = form.getInitialValues().until !== '';
  const mayDrop = may(role, 'owner') || !form.getInitialValues().commentRequired;
  const submit = form.onSubmit((draft) =>
    saving.mutate(
      { id: environment.id, ...toRulesRequest(draft, form.getInitialValues()) },
      {
        onSuccess: () => {
          showDone(texts.saved(environment.name));
          onClose();
        },
      },
    ),
  );
  return (
    <form noValidate onSubmit={submit}>
      <Stack>
        <EnvironmentName environment={environment} />
        <TextInput
          type="datetime-local"
          step={60}
          label={texts.until}
          description={texts.untilHint}
          data-autofocus
          {...form.getInputProps('until')}
        />
        {until !== '' && (
          <TextInput
            label={texts.reason}
            placeholder={texts.reasonExample}
            maxLength={60}
            {...form.getInputProps('reason')}
          />
        )}
        {wasFrozen &&
          (may(role, 'owner') ? (
            <Button variant="default" onClick={() => form.setFieldValue('until', '')} disabled={until === ''}>
              {texts.end}
            </Button>
          ) : (
            <Text size="sm" c="dimmed">
              {texts.ownersEnd}
            </Text>
          ))}
        <Switch
          label={texts.comments}
          description={mayDrop ? texts.commentsHint : texts.ownersDrop}
          disabled={!mayDrop}
          {...form.getInputProps('commentRequired', { type: 'checkbox' })}
        />
        <NativeSelect
          label={texts.approvals}
          description={texts.approvalsHint}
          data={texts.approvalChoices.map((label, value) => ({ value: String(value), label }))}
          value={String(form.getValues().approvals)}
          onChange={(event) => form.setFieldValue('approvals', Number(event.currentTarget.value))}
        />
        <DialogFoot action={texts.save} onCancel={onClose} change={saving} failed={texts.failed} />
      </Stack>
    </form>
  );
}
