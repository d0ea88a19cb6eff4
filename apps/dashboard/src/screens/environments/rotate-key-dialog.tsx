import type { EnvironmentView } from '@burgee/contracts/http';
import type { KeyKind } from '@burgee/contracts/wire';
import { Alert, Modal, Radio, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useStreams } from '../../api/environments.js';
import { type RotatedKey, useRotateKey } from '../../api/rotate-key.js';
import { EnvironmentName } from '../../environment/environment-name.js';
import { texts as environmentTexts } from '../../environment/texts.js';
import { CopyAction } from '../../feedback/copying/copyable.js';
import { DialogFoot } from '../../feedback/dialogs/dialog-foot.js';
import { exactTime } from '../../feedback/time/time.js';
import { unlessBusy } from '../../feedback/dialogs/unless-busy.js';
import classes from './environments-screen.module.css';
import { texts as all } from './texts.js';

const texts = all.rotation;

const HOUR = 3_600;
/** Seconds, in the order of their texts. */
const GRACES = [0, HOUR, 24 * HOUR, 7 * 24 * HOUR];
const DAY = '86400';

interface Props {
  kind: KeyKind;
  environment: EnvironmentView;
  onClose: () => void;
}

/** Rotates a key with or without a grace period. Stays open until the user can copy the new one. */
export function RotateKeyDialog({ opened, kind, environment, onClose }: Props & { opened: boolean }) {
  const rotate = useRotateKey(environment.project_id, kind);
  return (
    <Modal
      opened={opened}
      onClose={unlessBusy(rotate.isPending, onClose)}
      onExitTransitionEnd={rotate.reset}
      title={texts.title(all.keys[kind])}
      size="lg"
    >
      <Rotation kind={kind} environment={environment} rotate={rotate} onClose={onClose} />
    </Modal>
  );
}

function Rotation({ kind, environment, rotate, onClose }: Props & { rotate: ReturnType<typeof useRotateKey> }) {
  const [grace, setGrace] = useState(DAY);
  const what = all.keys[kind];
  if (rotate.data) return <Rotated name={environment.name} what={what} rotated={rotate.data} onClose={onClose} />;
  return (
    <Stack>
      {environment.protected && (
        <div className={classes.where} data-color={environment.color}>
          <EnvironmentName environment={environment} />
          <Text size="sm" c="dimmed">
            {environmentTexts.protectedHint}
          </Text>
        </div>
      )}
      <Radio.Group
        value={grace}
        onChange={setGrace}
        label={<span className="any-text">{texts.question(environment.name, what)}</span>}
      >
        <Stack gap="sm" mt="sm">
          {texts.graces.map(([label, description], index) => (
            <Radio key={label} value={String(GRACES[index])} label={label} description={description} />
          ))}
        </Stack>
      </Radio.Group>
      <Text size="sm" c="dimmed">
        {texts.hint}
      </Text>
      {environment.protected && <Affected environment={environment} isNow={grace === '0'} />}
      <DialogFoot
        action={actionOf(environment, grace === '0')}
        onConfirm={() => rotate.mutate({ id: environment.id, graceSeconds: Number(grace) })}
        onCancel={onClose}
        change={rotate}
        failed={texts.failed}
        isGrave={grace === '0'}
        focus="cancel"
      />
    </Stack>
  );
}

const actionOf = ({ name, protected: guarded }: EnvironmentView, isNow: boolean) => {
  if (guarded) return isNow ? texts.rotateNowOf(name) : texts.rotateOf(name);
  return isNow ? texts.rotateNow : texts.rotate;
};

/** The effects of a rotation, a sentence each. */
function Affected({ environment, isNow }: { environment: EnvironmentView; isNow: boolean }) {
  const { data } = useStreams(environment.project_id, environment.id);
  if (!isNow) return <Text size="sm">{texts.keepsUntil}</Text>;
  return (
    <Text size="sm" fw={600}>
      {texts.refused(data?.open ?? 0)}
    </Text>
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
      <Alert className="notice-done" title={<span className="any-text">{texts.done(name, what)}</span>}>
        <Text size="sm">{until === null ? texts.endedNow : texts.endsAt(exactTime(until))}</Text>
      </Alert>
      <div className={classes.key}>
        <code className={classes.keyText}>{rotated.key}</code>
        <CopyAction value={rotated.key} what={texts.copy(what)} />
      </div>
      <DialogFoot action={texts.close} onConfirm={onClose} focus="action" />
    </Stack>
  );
}
