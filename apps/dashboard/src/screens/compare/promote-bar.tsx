import type { EnvironmentView, ProjectView, ValuePart } from '@burgee/contracts/http';
import { Button, Text } from '@mantine/core';
import { IconArrowBarToRight, IconX } from '@tabler/icons-react';
import { useState } from 'react';
import { FLAGS_CHANGED_AT_MOST } from '../../api/flag-changes.js';
import { lazyDialog } from '../../feedback/loading/lazy-dialog.js';
import type { useSelection } from '../flags/bulk/use-selection.js';
import classes from './compare-screen.module.css';
import type { ListedDifference } from './compare-search.js';
import { texts } from './texts.js';

const PromoteDialog = lazyDialog(async () => (await import('./promote-dialog.js')).PromoteDialog);

interface Props {
  project: ProjectView;
  from: EnvironmentView;
  to: EnvironmentView;
  parts: ValuePart[];
  selection: ReturnType<typeof useSelection<ListedDifference>>;
}

/** How many flags are selected, and the button that promotes them. */
export function PromoteBar({ project, from, to, parts, selection: { selected, clear } }: Props) {
  const [isAsking, setAsking] = useState(false);
  const count = selected.length;
  const tooMany = count > FLAGS_CHANGED_AT_MOST;
  return (
    <section className={`panel bottom-bar ${classes.bar}`} aria-label={texts.bar}>
      <Text fw={count > 0 ? 600 : undefined} c={count > 0 ? undefined : 'dimmed'} size="sm" role="status">
        {count > 0 ? texts.selected(count) : texts.none}
      </Text>
      {tooMany && (
        <Text size="sm" c="var(--warn)">
          {texts.tooMany(FLAGS_CHANGED_AT_MOST)}
        </Text>
      )}
      <span className={classes.actions}>
        {count > 0 && (
          <Button variant="subtle" color="gray" leftSection={<IconX size={16} aria-hidden />} onClick={clear}>
            {texts.clear}
          </Button>
        )}
        <Button
          leftSection={<IconArrowBarToRight size={18} aria-hidden />}
          disabled={count === 0 || tooMany}
          onClick={() => setAsking(true)}
        >
          {texts.promote(to.name)}
        </Button>
      </span>
      <PromoteDialog
        opened={isAsking}
        project={project}
        from={from}
        to={to}
        flags={selected}
        parts={parts}
        onClose={() => setAsking(false)}
        onDone={clear}
      />
    </section>
  );
}
