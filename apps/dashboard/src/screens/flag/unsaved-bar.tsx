import type { EnvironmentView, FlagValueView, FlagView } from '@burgee/contracts/http';
import { Button, Group, Text } from '@mantine/core';
import { useState } from 'react';
import { whenOpened } from '../../feedback/when-opened.js';
import { DraftSummary } from './draft-summary.js';
import { changesOf, type Drafts, whyNotYet } from './drafts.js';
import classes from './flag-screen.module.css';
import { texts as all } from './texts.js';

const texts = all.unsaved;

const ConfirmSave = whenOpened(async () => (await import('./confirm-save.js')).ConfirmSave);

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

/** The bar with the unsaved changes. */
export function UnsavedBar({ flag, environments, drafts, isSaving, overtaken, onDiscard, onSave, onLook }: Props) {
  const [asking, setAsking] = useState(false);
  const all = Object.values(drafts);
  const guarded = environments.filter(({ id, protected: isProtected }) => isProtected && drafts[id]);
  // Somebody else made the change that the dialog asked about.
  if (asking && guarded.length === 0) setAsking(false);
  if (all.length === 0) return null;
  const count = all.flatMap(changesOf).length;
  const faults = whyNotYet(drafts, flag.type);
  const save = () => {
    const first = overtaken[0];
    if (first) onLook(first.environment_id);
    else if (guarded.length > 0) setAsking(true);
    else onSave();
  };
  return (
    <section className={classes.bar} aria-label={texts.label}>
      <div className={classes.summary}>
        <Text fw={600} role="status">
          {texts.count(count)}
        </Text>
        <DraftSummary drafts={all} />
        <div role="status">
          {faults.map((fault) => (
            <Text key={fault} size="sm" c="var(--danger)" mt={4} className="any-text">
              {fault}
            </Text>
          ))}
        </div>
      </div>
      <Group>
        <Button variant="default" onClick={onDiscard} disabled={isSaving}>
          {texts.discard}
        </Button>
        <Button onClick={save} loading={isSaving} disabled={faults.length > 0}>
          {guarded.length > 0 ? texts.saveAfterAsking : texts.save}
        </Button>
      </Group>
      <ConfirmSave
        opened={asking}
        names={guarded.map(({ name }) => name)}
        drafts={all}
        onClose={() => setAsking(false)}
        onSave={onSave}
      />
    </section>
  );
}
