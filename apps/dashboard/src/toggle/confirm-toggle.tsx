import type { FlagValueView } from '@burgee/contracts';
import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { describeAudience } from './describe-value.js';
import type { Flip } from './use-switch.js';
import { Difference } from './difference.js';

interface Props {
  asking: Flip & { value: FlagValueView };
  onAnswer: (yes: boolean) => void;
}

/** One look at what a switch in a protected environment will do. */
export function ConfirmToggle({ asking, onAnswer }: Props) {
  const { flag, environment, isEnabled, value } = asking;
  return (
    <Modal
      opened
      onClose={() => onAnswer(false)}
      title={`Switch ${flag.key} ${isEnabled ? 'on' : 'off'} in ${environment.name}?`}
      closeButtonProps={{ 'aria-label': 'Close' }}
      classNames={{ title: 'any-text' }}
    >
      <Stack>
        <Difference
          changes={[{ field: 'Switch', before: isEnabled ? 'off' : 'on', after: isEnabled ? 'on' : 'off' }]}
        />
        <Text size="sm" className="any-text">
          {isEnabled ? 'Then' : 'Until now'} {describeAudience(value)}.
        </Text>
        <Text size="sm" c="dimmed">
          {environment.name} is protected, so we ask first.
        </Text>
        <Group justify="flex-end">
          <Button variant="default" onClick={() => onAnswer(false)}>
            Cancel
          </Button>
          <Button color={isEnabled ? 'teal.9' : 'pennant.8'} data-autofocus onClick={() => onAnswer(true)}>
            Switch {isEnabled ? 'on' : 'off'}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
