import type { EnvironmentView } from '@burgee/contracts/http';
import { ActionIcon, Modal, Stack, Text } from '@mantine/core';
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import { type ReactNode, useEffect, useState } from 'react';
import { useUpdateProject } from '../../api/projects.js';
import { EnvironmentName } from '../../environment/environment-name.js';
import { inOrder, isSameOrder, moveEnvironment } from '../../environment/order-environments.js';
import { DialogFoot } from '../../feedback/dialogs/dialog-foot.js';
import { showDone } from '../../feedback/toasts/toasts.js';
import { useCloseGuard } from '../../feedback/dialogs/use-close-guard.js';
import classes from './environments-screen.module.css';
import { texts as all } from './texts.js';

const texts = all.ordering;

interface Props {
  opened: boolean;
  projectId: string;
  environments: readonly EnvironmentView[];
  onClose: () => void;
}

/** Sets the order of the environments for all members of the project. */
export function OrderDialog({ opened, projectId, environments, onClose }: Props) {
  const update = useUpdateProject(projectId);
  const guard = useCloseGuard(update.isPending, onClose);
  const save = (order: readonly EnvironmentView[]) =>
    update.mutate(
      { environment_order: order.map(({ id }) => id) },
      {
        onSuccess: () => {
          showDone(texts.saved);
          onClose();
        },
      },
    );
  return (
    <Modal opened={opened} onClose={guard.close} onExitTransitionEnd={update.reset} title={texts.title}>
      <Stack>
        <Text size="sm" c="dimmed">
          {texts.hint}
        </Text>
        <OrderForm
          environments={environments}
          change={update}
          onChanged={guard.onTyped}
          onSave={save}
          onClose={onClose}
        />
      </Stack>
    </Modal>
  );
}

interface FormProps {
  environments: readonly EnvironmentView[];
  change: { isPending: boolean; error: unknown };
  onChanged: (isChanged: boolean) => void;
  onSave: (order: readonly EnvironmentView[]) => void;
  onClose: () => void;
}

function OrderForm({ environments, change, onChanged, onSave, onClose }: FormProps) {
  // Only environments that still exist: another user may add or delete one while the dialog is open.
  const [places, setPlaces] = useState<Record<string, number>>({});
  const order = inOrder(environments.map((one) => ({ ...one, order: places[one.id] ?? one.order })));
  const [moved, setMoved] = useState('');
  const isChanged = !isSameOrder(order, environments);
  useEffect(() => onChanged(isChanged), [onChanged, isChanged]);
  const move = (environment: EnvironmentView, by: -1 | 1) => {
    const next = moveEnvironment(order, environment, by);
    if (isSameOrder(order, next)) return;
    setPlaces(Object.fromEntries(next.map(({ id }, index) => [id, index + 1])));
    setMoved(texts.nowAt(environment.name, next.findIndex(({ id }) => id === environment.id) + 1, next.length));
  };
  return (
    <>
      <ol className={classes.order}>
        {order.map((environment, index) => (
          <li key={environment.id} className={classes.place}>
            <EnvironmentName environment={environment} />
            <Mover label={texts.up(environment.name)} isOff={index === 0} onMove={() => move(environment, -1)}>
              <IconArrowUp size={16} />
            </Mover>
            <Mover
              label={texts.down(environment.name)}
              isOff={index === order.length - 1}
              onMove={() => move(environment, 1)}
            >
              <IconArrowDown size={16} />
            </Mover>
          </li>
        ))}
      </ol>
      <div role="status" className="visually-hidden">
        {moved}
      </div>
      <DialogFoot
        action={texts.save}
        onConfirm={() => onSave(order)}
        onCancel={onClose}
        change={change}
        failed={texts.failed}
        disabled={!isChanged}
      />
    </>
  );
}

interface MoverProps {
  label: string;
  isOff: boolean;
  onMove: () => void;
  children: ReactNode;
}

/** At either end the button does nothing and keeps the focus. */
const Mover = ({ label, isOff, onMove, children }: MoverProps) => (
  <ActionIcon
    variant="subtle"
    color="gray"
    aria-label={label}
    aria-disabled={isOff || undefined}
    data-disabled={isOff || undefined}
    onClick={onMove}
  >
    {children}
  </ActionIcon>
);
