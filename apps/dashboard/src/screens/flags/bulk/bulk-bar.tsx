import type { EnvironmentView, FlagSummary, ProjectView } from '@burgee/contracts/http';
import { Button, Text } from '@mantine/core';
import { IconArchive, IconTag, IconToggleRight, IconX } from '@tabler/icons-react';
import { useId, useState } from 'react';
import { FLAGS_CHANGED_AT_MOST } from '../../../api/flag-changes.js';
import { isArchived } from '../../../api/flags.js';
import { may } from '../../../api/projects.js';
import { whyNotEverywhere } from '../../../environment/why-not.js';
import classes from './bulk.module.css';
import { BulkArchive } from './bulk-archive.js';
import { BulkSwitch } from './bulk-switch.js';
import { BulkTag } from './bulk-tag.js';
import { texts } from './texts.js';

interface Props {
  opened: boolean;
  project: ProjectView;
  /** The selected flags. */
  flags: readonly FlagSummary[];
  columns: readonly EnvironmentView[];
  onClose: () => void;
}

/** The actions on all selected flags. */
export function BulkBar({ opened, project, flags, columns, onClose }: Props) {
  const reason = useId();
  const [asking, setAsking] = useState<'switch' | 'tag' | 'archive'>();
  const close = () => setAsking(undefined);
  const tooMany = flags.length > FLAGS_CHANGED_AT_MOST;
  const archived = flags.some(isArchived);
  const dialog = { project, flags, onClose: close, onDone: onClose };
  const whyNot = whyNotEverywhere(project);
  const editsNone = !columns.some(({ role }) => may(role, 'editor'));
  const button = { variant: 'default', size: 'sm', disabled: tooMany, className: classes.action } as const;
  const refused = { disabled: true, 'aria-describedby': reason } as const;
  return (
    <>
      {opened && (
        <section
          className={`panel ${classes.bar}`}
          data-long={tooMany || whyNot !== undefined || undefined}
          aria-label={texts.label}
        >
          <Text fw={600} size="sm" role="status">
            {texts.count(flags.length)}
            <span className={classes.word}>{texts.selected}</span>
          </Text>
          {whyNot && (
            <Text size="sm" c="dimmed" id={reason}>
              {whyNot}
            </Text>
          )}
          {tooMany && (
            <Text size="sm" c="var(--warn)">
              {texts.tooMany(FLAGS_CHANGED_AT_MOST)}
            </Text>
          )}
          <span className={classes.actions}>
            {!archived && columns.length > 0 && (
              <Button
                {...button}
                {...(editsNone && refused)}
                leftSection={<IconToggleRight size={16} />}
                onClick={() => setAsking('switch')}
              >
                {texts.switch}
              </Button>
            )}
            {!archived && (
              <Button
                {...button}
                {...(!may(project.role, 'editor') && refused)}
                leftSection={<IconTag size={16} />}
                onClick={() => setAsking('tag')}
              >
                {texts.tag}
              </Button>
            )}
            <Button
              {...button}
              {...(whyNot && refused)}
              leftSection={<IconArchive size={16} />}
              onClick={() => setAsking('archive')}
            >
              {archived ? texts.unarchive : texts.archive}
            </Button>
            <Button
              variant="subtle"
              size="sm"
              color="gray"
              aria-label={texts.clearLabel}
              className={classes.clear}
              leftSection={<IconX size={16} />}
              onClick={onClose}
            >
              <span className={classes.word}>{texts.clear}</span>
            </Button>
          </span>
        </section>
      )}
      <BulkSwitch {...dialog} opened={asking === 'switch'} columns={columns} />
      <BulkTag {...dialog} opened={asking === 'tag'} />
      <BulkArchive {...dialog} opened={asking === 'archive'} />
    </>
  );
}
