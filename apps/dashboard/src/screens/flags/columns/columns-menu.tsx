import { Button } from '@mantine/core';
import type { EnvironmentView } from '@burgee/contracts/http';
import { IconColumns3 } from '@tabler/icons-react';
import { lazyPanel } from '../../../feedback/loading/lazy-panel.js';
import classes from '../filters/filter-bar.module.css';
import { texts } from '../texts.js';

const ColumnsPanel = lazyPanel(async () => (await import('./columns-panel.js')).ColumnsPanel);

interface Props {
  all: readonly EnvironmentView[];
  columns: readonly EnvironmentView[];
  onColumns: (columns: readonly EnvironmentView[]) => void;
  onOrder: ((environments: readonly EnvironmentView[]) => void) | undefined;
}

/** Chooses and orders the environments of the table. */
export function ColumnsMenu({ all, columns, ...actions }: Props) {
  const target = (
    <Button variant="default" leftSection={<IconColumns3 size={16} aria-hidden />}>
      <span className={classes.ofTable}>{texts.columns}</span>
      <span className={classes.ofCards}>{texts.columnsOfCards}</span>
      {columns.length < all.length && (
        <span className={classes.badge}>{texts.shownOf(columns.length, all.length)}</span>
      )}
    </Button>
  );
  return <ColumnsPanel target={target} all={all} columns={columns} {...actions} />;
}
