import type { EnvironmentView } from '@burgee/contracts/http';
import type { KeyKind, Role } from '@burgee/contracts/wire';
import { ActionIcon, Button, Text, Tooltip } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconEye, IconEyeOff, IconRefresh } from '@tabler/icons-react';
import { may } from '../../api/projects.js';
import { CopyAction } from '../../feedback/copyable.js';
import { exactTime } from '../../feedback/time.js';
import { whenOpened } from '../../feedback/when-opened.js';
import { TimeAgo } from '../../feedback/time-ago.js';
import { KEY_NAMES } from './key-names.js';
import classes from './environments-screen.module.css';

const RotateKeyDialog = whenOpened(async () => (await import('./rotate-key-dialog.js')).RotateKeyDialog);

const PREFIX = 8;
const TAIL = 4;

/** Shows enough of a key to distinguish two, and no more. */
const masked = (key: string) => `${key.slice(0, PREFIX)}••••••••••••${key.slice(-TAIL)}`;

interface Props {
  kind: KeyKind;
  environment: EnvironmentView;
  /** The reader's role. */
  role: Role;
}

/** A key of the environment, and where it goes. */
export function EnvironmentKey({ kind, environment, role }: Props) {
  const isSdk = kind === 'sdk';
  const key = isSdk ? environment.sdk_key : environment.client_key;
  const oldUntil = isSdk ? environment.previous_key_expires_at : environment.previous_client_key_expires_at;
  const { name: what, goesTo } = KEY_NAMES[kind];
  const title = `${what} of ${environment.name}`;
  const [shown, { toggle }] = useDisclosure(false);
  const [rotating, { open, close }] = useDisclosure(false);
  return (
    <div>
      <div className={classes.key}>
        {key === undefined ? (
          <Text size="sm" c="dimmed">
            {may(role, 'editor')
              ? 'It works, but cannot be shown: SDK_KEY_SECRET is not the one it was made with. A new key can.'
              : 'Editors and above see the key.'}
          </Text>
        ) : (
          <>
            <code className={classes.keyText} aria-label={title}>
              {shown ? key : masked(key)}
            </code>
            <Tooltip label={shown ? 'Hide' : 'Show'}>
              <ActionIcon
                variant="subtle"
                color="gray"
                onClick={toggle}
                aria-label={`${shown ? 'Hide' : 'Show'} ${title}`}
              >
                {shown ? <IconEyeOff size={16} /> : <IconEye size={16} />}
              </ActionIcon>
            </Tooltip>
            <CopyAction value={key} what={title} />
          </>
        )}
        {may(role, 'admin') && (
          <Button
            variant="subtle"
            size="compact-sm"
            leftSection={<IconRefresh size={16} aria-hidden />}
            onClick={open}
            aria-label={`Rotate ${title}`}
          >
            Rotate
          </Button>
        )}
      </div>
      <Text size="sm" c="dimmed" className={classes.goesTo}>
        {goesTo}
      </Text>
      {oldUntil && (
        <Text size="sm" className={classes.grace}>
          The key before it works too, and ends <TimeAgo time={oldUntil} />
          <span className="visually-hidden">, at {exactTime(oldUntil)}</span>.
        </Text>
      )}
      <RotateKeyDialog opened={rotating} kind={kind} environment={environment} onClose={close} />
    </div>
  );
}
