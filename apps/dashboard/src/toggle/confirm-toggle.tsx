import type { FlagValueView } from '@burgee/contracts';
import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { useLast } from '../feedback/use-last.js';
import { describeAudience, differences } from './describe-value.js';
import type { Flip } from './use-switch.js';
import { Difference } from './difference.js';

type Asked = Flip & { value: FlagValueView };

export interface ConfirmToggleProps {
  opened: boolean;
  asking: Asked | undefined;
  onClose: () => void;
  onYes: () => void;
}

/** One look at what a switch in a protected environment will do. */
export function ConfirmToggle({ opened, onClose, onYes, ...asked }: ConfirmToggleProps) {
  const asking = useLast(asked.asking);
  return (
    <Modal
      opened={opened && asked.asking !== undefined}
      onClose={onClose}
      title={asking && `Switch ${asking.flag.key} ${asking.isEnabled ? 'on' : 'off'} in ${asking.environment.name}?`}
    >
      {asking && <Question {...asking} onClose={onClose} onYes={onYes} />}
    </Modal>
  );
}

function Question({
  flag,
  environment,
  isEnabled,
  value,
  onClose,
  onYes,
}: Asked & Pick<ConfirmToggleProps, 'onClose' | 'onYes'>) {
  const changes = differences(value, { ...value, is_enabled: isEnabled });
  return (
    <Stack>
      {changes.length > 0 ? <Difference changes={changes} /> : <Text>It is {isEnabled ? 'on' : 'off'} already.</Text>}
      <Text size="sm" className="any-text">
        {isEnabled ? 'Then' : 'Until now'} {describeAudience(value, flag.type)}.
      </Text>
      <Text size="sm" c="dimmed">
        {environment.name} is protected, so we ask first.
      </Text>
      <Group justify="flex-end">
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        <Button color={isEnabled ? 'teal.9' : 'pennant.8'} data-autofocus onClick={onYes}>
          Switch {isEnabled ? 'on' : 'off'}
        </Button>
      </Group>
    </Stack>
  );
}
