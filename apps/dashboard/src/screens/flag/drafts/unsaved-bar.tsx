import type { EnvironmentView, FlagValueView, FlagView } from '@burgee/contracts/http';
import { Button, Text } from '@mantine/core';
import { IconChevronUp } from '@tabler/icons-react';
import { useState } from 'react';
import { isConfirmed } from '../../../environment/confirm-in.js';
import { lazyDialog } from '../../../feedback/loading/lazy-dialog.js';
import { takesValue } from '../editor/audience.js';
import { DraftSummary } from './draft-summary.js';
import { changesOf, type Draft, type Drafts, whyNotYet } from './drafts.js';
import classes from './unsaved-bar.module.css';
import { texts as all } from '../texts.js';

const texts = all.unsaved;

const ConfirmSave = lazyDialog(async () => (await import('./confirm-save.js')).ConfirmSave);

interface Props {
  flag: FlagView;
  environments: readonly EnvironmentView[];
  drafts: Drafts;
  isSaving: boolean;
  overtaken: readonly FlagValueView[];
  onDiscard: () => void;
  onSave: () => void;
  onLook: (environmentId: string) => void;
}

/** Whether saving a draft needs a confirmation. */
const isAsked = ({ type }: FlagView, environment: EnvironmentView, draft: Draft | undefined) =>
  draft !== undefined && (isConfirmed(environment) || (type !== 'boolean' && takesValue(draft.base, draft.value)));

/** The bar with the unsaved changes: one line, which opens to show them. */
export function UnsavedBar({ flag, environments, drafts, isSaving, overtaken, onDiscard, onSave, onLook }: Props) {
  const [asking, setAsking] = useState(false);
  const [isOpen, setOpen] = useState(false);
  const every = Object.values(drafts);
  const asked = environments.filter((environment) => isAsked(flag, environment, drafts[environment.id]));
  // Another user made the change that the dialog asked about.
  if (asking && asked.length === 0) setAsking(false);
  if (every.length === 0) return null;
  const count = every.flatMap(changesOf).length;
  const faults = whyNotYet(drafts, flag.type);
  const save = () => {
    const first = overtaken[0];
    if (first) onLook(first.environment_id);
    else if (asked.length > 0) setAsking(true);
    else onSave();
  };
  return (
    <section className={`bottom-bar ${classes.bar}`} aria-label={texts.label}>
      {isOpen && (
        <div className={classes.summary} id="unsaved-changes">
          <DraftSummary environments={environments} drafts={drafts} />
        </div>
      )}
      <div className={classes.line}>
        <Text fw={600} size="sm" role="status" className={classes.count}>
          {texts.count(count)}
        </Text>
        <Button
          variant="subtle"
          size="compact-sm"
          aria-expanded={isOpen}
          aria-controls="unsaved-changes"
          rightSection={<IconChevronUp size={16} className={classes.chevron} data-open={isOpen} aria-hidden />}
          onClick={() => setOpen(!isOpen)}
        >
          <span className={classes.action}>{isOpen ? texts.hide : texts.show}</span>
        </Button>
        <div role="status" className={classes.faults}>
          {faults[0] && (
            <Text size="xs" c="var(--danger)" lineClamp={2} title={faults.join('\n')}>
              {faults[0]}
            </Text>
          )}
        </div>
        <Button variant="default" size="sm" onClick={onDiscard} disabled={isSaving}>
          {texts.discard}
        </Button>
        <Button size="sm" onClick={save} loading={isSaving} disabled={faults.length > 0}>
          {asked.length > 0 ? texts.saveAfterAsking : texts.save}
        </Button>
      </div>
      <ConfirmSave
        opened={asking}
        type={flag.type}
        asked={asked}
        drafts={drafts}
        onClose={() => setAsking(false)}
        onSave={onSave}
      />
    </section>
  );
}
