import type { EnvironmentView, FlagView } from '@burgee/contracts/http';
import { Group, Modal, NativeSelect, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { may } from '../../../api/projects.js';
import { rowsInOrder } from '../../../environment/order-environments.js';
import { texts as environmentTexts } from '../../../environment/texts.js';
import { DialogFoot } from '../../../feedback/dialogs/dialog-foot.js';
import { differences } from '../../../toggle/describe-value.js';
import type { ValueState } from '../../../toggle/unconditional-value.js';
import { Difference } from '../../../toggle/difference.js';
import { stateOf } from '../../../toggle/value-patch.js';
import type { Drafts } from './drafts.js';
import { Versions } from './versions.js';
import { texts as all } from '../texts.js';

const texts = all.comparing;

interface Props {
  opened: boolean;
  flag: FlagView;
  environments: readonly EnvironmentView[];
  drafts: Drafts;
  canEdit: boolean;
  onCopy: (environmentId: string, value: ValueState) => void;
  onClose: () => void;
}

/** Compares two environments, and shows the changes of copying one to the other. */
export function CompareDialog({ opened, flag, environments, drafts, canEdit, onCopy, onClose }: Props) {
  const rows = rowsInOrder(flag.environments, environments);
  const [fromId, setFrom] = useState(rows[0]?.environment_id);
  // No dialog preselects a protected environment.
  const [toId, setTo] = useState(
    () => environments.findLast(({ id, protected: guarded }) => !guarded && id !== rows[0]?.environment_id)?.id ?? '',
  );
  const from = rows.find(({ environment_id }) => environment_id === fromId);
  const to = rows.find(({ environment_id }) => environment_id === toId);
  const choices = rows.map(({ environment_id, environment_name }) => ({
    value: environment_id,
    label: environment_name,
  }));
  if (!from) return null;
  const source = drafts[from.environment_id]?.value ?? stateOf(from);
  const target = to && (drafts[to.environment_id]?.value ?? stateOf(to));
  const mayCopy = may(environments.find(({ id }) => id === toId)?.role ?? 'viewer', 'editor');
  const changes = target ? differences(target, source) : [];
  return (
    <Modal opened={opened} onClose={onClose} size="lg" title={texts.title(flag.key)}>
      <Stack>
        <Group grow>
          <NativeSelect
            label={texts.from}
            data={choices}
            value={from.environment_id}
            onChange={(event) => setFrom(event.currentTarget.value)}
          />
          <NativeSelect
            label={texts.to}
            data={to ? choices : [{ value: '', label: texts.choose }, ...choices]}
            value={toId}
            onChange={(event) => setTo(event.currentTarget.value)}
          />
        </Group>
        {to && target && (
          <Versions type={flag.type} left={[from.environment_name, source]} right={[to.environment_name, target]} />
        )}
        {to &&
          (changes.length === 0 ? (
            <Text size="sm">{texts.same}</Text>
          ) : (
            <div>
              <Text size="sm" fw={500}>
                {texts.wouldChange(to.environment_name)}
              </Text>
              <Difference changes={changes} />
            </div>
          ))}
        <Text size="xs" c="dimmed">
          {to && !mayCopy ? environmentTexts.viewerIn(to.environment_name) : texts.hint}
        </Text>
        <DialogFoot
          action={canEdit && to ? texts.copy(to.environment_name) : undefined}
          onConfirm={() => {
            if (to) onCopy(to.environment_id, source);
            onClose();
          }}
          cancel={texts.close}
          onCancel={onClose}
          disabled={!mayCopy || changes.length === 0}
        />
      </Stack>
    </Modal>
  );
}
