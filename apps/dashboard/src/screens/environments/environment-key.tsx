import type { EnvironmentView } from '@burgee/contracts/http';
import type { KeyKind } from '@burgee/contracts/wire';
import { ActionIcon, Button, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconEye, IconEyeOff, IconRefresh } from '@tabler/icons-react';
import { may, useProject } from '../../api/projects.js';
import { whyNotIn } from '../../environment/why-not.js';
import { CopyAction } from '../../feedback/copying/copyable.js';
import { exactTime } from '../../feedback/time/time.js';
import { lazyDialog } from '../../feedback/loading/lazy-dialog.js';
import { Hint } from '../../feedback/hint.js';
import { TimeAgo } from '../../feedback/time/time-ago.js';
import { useHashAction } from '../../shell/use-hash-action.js';
import { texts } from './texts.js';
import classes from './environments-screen.module.css';
import { fill } from '../../feedback/fill.js';

const RotateKeyDialog = lazyDialog(async () => (await import('./rotate-key-dialog.js')).RotateKeyDialog);

const PREFIX = 8;
const TAIL = 4;

/** Shows just enough of a key to distinguish two. */
const masked = (key: string) => `${key.slice(0, PREFIX)}••••${key.slice(-TAIL)}`;

interface Props {
  kind: KeyKind;
  environment: EnvironmentView;
}

/** A key of the environment. */
export function EnvironmentKey({ kind, environment }: Props) {
  const { role } = environment;
  const whyNot = whyNotIn(useProject(environment.project_id), environment);
  const isSdk = kind === 'sdk';
  const key = isSdk ? environment.sdk_key : environment.client_key;
  const oldUntil = isSdk ? environment.previous_key_expires_at : environment.previous_client_key_expires_at;
  const what = texts.keys[kind];
  const title = texts.keyOf(what, environment.name);
  const [shown, { toggle }] = useDisclosure(false);
  const [rotating, { open, close }] = useDisclosure(false);
  useHashAction(`rotate-${kind}-${environment.id}`, open);
  return (
    <div>
      <div className={classes.key}>
        {key === undefined ? (
          <Text size="sm" c="dimmed">
            {may(role, 'editor') ? texts.keyUnreadable : [whyNot, texts.keyForEditors].filter(Boolean).join(' ')}
          </Text>
        ) : (
          <>
            <code className={classes.keyText} aria-label={title}>
              {shown ? key : masked(key)}
            </code>
            <Hint label={shown ? texts.hide : texts.show}>
              <ActionIcon variant="subtle" color="gray" onClick={toggle} aria-label={texts.showOrHide(shown, title)}>
                {shown ? <IconEyeOff size={16} /> : <IconEye size={16} />}
              </ActionIcon>
            </Hint>
            <CopyAction value={key} what={title} />
          </>
        )}
        {may(role, 'admin') && (
          <Button
            variant="subtle"
            size="compact-sm"
            leftSection={<IconRefresh size={16} aria-hidden />}
            onClick={open}
            aria-label={texts.rotateNamed(title)}
          >
            {texts.rotate}
          </Button>
        )}
      </div>
      {oldUntil && (
        <Text size="sm" className={classes.grace}>
          {fill(texts.oldKey, { when: <TimeAgo time={oldUntil} /> })}
          <span className="visually-hidden">{texts.oldKeyAt(exactTime(oldUntil))}</span>.
        </Text>
      )}
      <RotateKeyDialog opened={rotating} kind={kind} environment={environment} onClose={close} />
    </div>
  );
}
