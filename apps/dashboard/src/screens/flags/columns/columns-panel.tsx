import { cloneElement, type ReactElement } from 'react';
import { ActionIcon, Button, Checkbox, Group, Popover, Text } from '@mantine/core';
import type { EnvironmentView } from '@burgee/contracts/http';
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import { EnvironmentName } from '../../../environment/environment-name.js';
import { isSameOrder, moveEnvironment } from '../../../environment/order-environments.js';
import type { PanelProps } from '../../../feedback/loading/lazy-panel.js';
import { toggleColumn } from './columns.js';
import classes from '../filters/filter-bar.module.css';
import { texts } from '../texts.js';

interface Props {
  all: readonly EnvironmentView[];
  columns: readonly EnvironmentView[];
  onColumns: (columns: readonly EnvironmentView[]) => void;
  /** Undefined: the user may not change it for others. */
  onOrder: ((environments: readonly EnvironmentView[]) => void) | undefined;
}

/** Chooses and orders the environments of the table. */
export function ColumnsPanel({ all, columns, onColumns, onOrder, opened, onChange, target }: Props & PanelProps) {
  const hidden = all.filter((environment) => !columns.includes(environment));
  return (
    <Popover position="bottom-end" width={320} trapFocus returnFocus opened={opened} onChange={onChange}>
      <Popover.Target>
        {cloneElement(target as ReactElement<{ onClick: () => void }>, { onClick: () => onChange(!opened) })}
      </Popover.Target>
      <Popover.Dropdown aria-label={texts.columnsOfCards}>
        <Text size="xs" c="dimmed" mb="xs">
          {texts.columnsHint}
        </Text>
        <ul className={classes.list}>
          {[...columns, ...hidden].map((environment) => {
            const { id, name } = environment;
            const at = columns.indexOf(environment);
            return (
              <li key={id} className={classes.item}>
                <Checkbox
                  label={<EnvironmentName environment={environment} />}
                  checked={at >= 0}
                  disabled={at >= 0 && columns.length === 1}
                  onChange={() => onColumns(toggleColumn(columns, environment))}
                  className={classes.choice}
                />
                <ActionIcon
                  variant="subtle"
                  color="gray"
                  aria-label={texts.moveLeft(name)}
                  disabled={at < 1}
                  onClick={() => onColumns(moveEnvironment(columns, environment, -1))}
                >
                  <IconArrowUp size={16} />
                </ActionIcon>
                <ActionIcon
                  variant="subtle"
                  color="gray"
                  aria-label={texts.moveRight(name)}
                  disabled={at < 0 || at === columns.length - 1}
                  onClick={() => onColumns(moveEnvironment(columns, environment, 1))}
                >
                  <IconArrowDown size={16} />
                </ActionIcon>
              </li>
            );
          })}
        </ul>
        <Group gap="xs">
          <Button variant="subtle" size="compact-sm" onClick={() => onColumns(all)}>
            {texts.allColumns}
          </Button>
          {onOrder && !isSameOrder(all, [...columns, ...hidden]) && (
            <Button variant="light" size="compact-sm" onClick={() => onOrder([...columns, ...hidden])}>
              {texts.orderForAll}
            </Button>
          )}
        </Group>
      </Popover.Dropdown>
    </Popover>
  );
}
