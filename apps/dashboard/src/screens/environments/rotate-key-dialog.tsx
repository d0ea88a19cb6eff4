import type { EnvironmentView } from '@burgee/contracts/http';
import type { KeyKind } from '@burgee/contracts/wire';
import { Alert, Button, Group, Modal, Radio, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { type RotatedKey, useRotateKey } from '../../api/rotate-key.js';
import { CopyAction } from '../../feedback/copyable.js';
import { ErrorNotice } from '../../feedback/error-notice.js';
import { exactTime } from '../../feedback/time.js';
import { unlessBusy } from '../../feedback/unless-busy.js';
import { KEY_NAMES } from './key-names.js';
import classes from './environments-screen.module.css';

const HOUR = 3_600;
const GRACES = [
  {
    seconds: 0,
    label: 'End it now',
    description: 'After a leak. Apps that still use it are refused from now on.',
  },
  { seconds: HOUR, label: 'Keep it for an hour', description: 'Enough for one deployment.' },
  { seconds: 24 * HOUR, label: 'Keep it for a day', description: 'Both keys work until then.' },
  { seconds: 7 * 24 * HOUR, label: 'Keep it for 7 days', description: 'The longest there is.' },
] as const;
const DAY = '86400';

interface Props {
  kind: KeyKind;
  environment: EnvironmentView;
  onClose: () => void;
}

/** Rotates a key with or without a grace. Stays open until the user can copy the new one. */
export function RotateKeyDialog({ opened, kind, environment, onClose }: Props & { opened: boolean }) {
  const rotate = useRotateKey(environment.project_id, kind);
  return (
    <Modal
      opened={opened}
      onClose={unlessBusy(rotate.isPending, onClose)}
      onExitTransitionEnd={rotate.reset}
      title={`New ${KEY_NAMES[kind].name}`}
      size="lg"
    >
      <Rotation kind={kind} environment={environment} rotate={rotate} onClose={onClose} />
    </Modal>
  );
}

function Rotation({ kind, environment, rotate, onClose }: Props & { rotate: ReturnType<typeof useRotateKey> }) {
  const [grace, setGrace] = useState(DAY);
  const { name: what } = KEY_NAMES[kind];
  if (rotate.data) return <Rotated name={environment.name} what={what} rotated={rotate.data} onClose={onClose} />;
  return (
    <Stack>
      {rotate.error && <ErrorNotice error={rotate.error} title="The key is still the old one" />}
      <Radio.Group
        value={grace}
        onChange={setGrace}
        label={
          <span className="any-text">
            {environment.name} gets a new {what} at once. And the one it has now?
          </span>
        }
      >
        <Stack gap="sm" mt="sm">
          {GRACES.map(({ seconds, label, description }) => (
            <Radio key={seconds} value={String(seconds)} label={label} description={description} />
          ))}
        </Stack>
      </Radio.Group>
      <Text size="sm" c="dimmed">
        Older keys whose grace has not ended stop working then at the latest. Five of a kind work at a time: the oldest
        ends now if there would be more.
      </Text>
      <Group justify="flex-end">
        <Button variant="default" disabled={rotate.isPending} onClick={onClose}>
          Cancel
        </Button>
        <Button
          color={grace === '0' ? 'pennant.8' : undefined}
          loading={rotate.isPending}
          onClick={() => rotate.mutate({ id: environment.id, graceSeconds: Number(grace) })}
        >
          {grace === '0' ? 'Rotate and end the old key' : 'Rotate'}
        </Button>
      </Group>
    </Stack>
  );
}

interface RotatedProps {
  name: string;
  what: string;
  rotated: RotatedKey;
  onClose: () => void;
}

function Rotated({ name, what, rotated, onClose }: RotatedProps) {
  const until = rotated.previousKeyExpiresAt;
  return (
    <Stack role="status">
      <Alert
        color="teal"
        variant="light"
        title={
          <span className="any-text">
            {name} has a new {what}
          </span>
        }
      >
        <Text size="sm">
          {until === null
            ? 'The old key no longer works, on any server.'
            : `Bring it to your applications. The old key works until ${exactTime(until)}.`}
        </Text>
      </Alert>
      <div className={classes.key}>
        <code className={classes.keyText}>{rotated.key}</code>
        <CopyAction value={rotated.key} what={`new ${what}`} />
      </div>
      <Group justify="flex-end">
        <Button onClick={onClose} data-autofocus>
          Done
        </Button>
      </Group>
    </Stack>
  );
}
