import type { EnvironmentView, FlagValueView, FlagView, RequestState } from '@burgee/contracts/http';
import { Alert, Button, Text, Title } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { useState } from 'react';
import { isArchived } from '../../../api/flags.js';
import { describeFreeze } from '../../../environment/describe-freeze.js';
import { EnvironmentName } from '../../../environment/environment-name.js';
import { texts as environmentTexts } from '../../../environment/texts.js';
import { fill } from '../../../feedback/fill.js';
import { lazyPart } from '../../../feedback/loading/lazy-part.js';
import { TimeAgo } from '../../../feedback/time/time-ago.js';
import { AnchorLink } from '../../../shell/links.js';
import { Shown } from '../../../toggle/shown.js';
import { ToggleSwitch } from '../../../toggle/toggle-switch.js';
import { isChanged } from '@burgee/contracts/plain';
import type { ValueState } from '../../../toggle/unconditional-value.js';
import { stateOf } from '../../../toggle/value-patch.js';
import { type Draft, isOvertaken } from '../drafts/drafts.js';
import classes from './environment-line.module.css';
import { sentenceOf } from './sentence-of.js';
import { ValueEditor } from '../editor/value-editor.js';
import { ValueText } from './value-text.js';
import { texts } from '../texts.js';

const NotServed = lazyPart(async () => (await import('./not-served.js')).NotServed, null);
const UsedLimits = lazyPart(async () => (await import('../unleash/used-limits.js')).UsedLimits, null);

interface Props {
  flag: FlagView;
  environment: EnvironmentView;
  row: FlagValueView;
  draft: Draft | undefined;
  /** The state of a change request for it. */
  waiting: RequestState | undefined;
  /** The author of the current value, if known. */
  author: string | undefined;
  canEdit: boolean;
  /** Says so, because the user edits other environments. */
  isViewerHere: boolean;
  onChange: (patch: Partial<ValueState>) => void;
  onLook: () => void;
}

/** One environment's audience in a sentence; opens to the fields that edit it. */
export function EnvironmentLine(props: Props) {
  const { flag, environment, row, draft, waiting, author, canEdit, isViewerHere, onChange, onLook } = props;
  // At first, the lines with unsaved changes are open.
  const [isOpen, setOpen] = useState(draft !== undefined);
  const value = draft?.value ?? stateOf(row);
  const { id, name, color } = environment;
  const freeze = describeFreeze(environment);
  const [label, content] = [`environment-${id}`, `value-${id}`];
  return (
    <section
      className={classes.line}
      aria-labelledby={label}
      data-color={color}
      data-changed={draft ? true : undefined}
    >
      <div className={classes.head}>
        <Title order={2} id={label} className={classes.title}>
          <EnvironmentName environment={environment} />
        </Title>
        <ToggleSwitch
          words={texts.words}
          checked={value.is_enabled}
          readOnly={!canEdit}
          data-idle={isArchived(flag) || undefined}
          aria-label={texts.switchIn(name)}
          onChange={(on) => onChange({ is_enabled: on })}
        />
        <div className={classes.says}>
          {isViewerHere && (
            <Text size="xs" c="dimmed" className="any-text">
              {environmentTexts.viewerIn(name)}
            </Text>
          )}
          {freeze !== undefined && (
            <Text size="sm" fw={600} className="any-text">
              {freeze}
            </Text>
          )}
          {row.served === false && <NotServed flag={flag} environment={environment} row={row} canEdit={canEdit} />}
          {(row.served !== false || draft) && (
            <Text size="sm" className="any-text">
              <Shown text={sentenceOf(value, flag.type)} />
            </Text>
          )}
          {waiting && (
            <Text size="sm" fw={600}>
              {environmentTexts.waits(waiting)}.{' '}
              <AnchorLink to="/projects/$projectId/requests" params={{ projectId: flag.project_id }} size="sm">
                {environmentTexts.showRequests}
              </AnchorLink>
            </Text>
          )}
          <Text size="xs" c="dimmed" className="any-text">
            {draft
              ? texts.unsaved.label
              : isChanged(flag, row, [environment])
                ? fill(author === undefined ? texts.changed : texts.changedBy, {
                    when: <TimeAgo time={row.updated_at} />,
                    who: author,
                  })
                : texts.unchanged}
          </Text>
        </div>
        <Button
          variant="subtle"
          size="compact-sm"
          className={classes.open}
          aria-expanded={isOpen}
          aria-controls={content}
          rightSection={<IconChevronDown size={16} className={classes.chevron} aria-hidden />}
          onClick={() => setOpen(!isOpen)}
        >
          {canEdit ? texts.edit : texts.details}
          <span className="visually-hidden">{texts.inEnvironment(name)}</span>
        </Button>
      </div>
      {draft && isOvertaken(draft, row) && (
        <Alert className={`notice-warn ${classes.overtaken}`} title={texts.overtaken(author)} role="alert">
          {texts.overtakenHint}
          <Button size="compact-sm" variant="default" mt="xs" onClick={onLook} display="block">
            {texts.showBoth}
          </Button>
        </Alert>
      )}
      <div id={content} className={classes.content} hidden={!isOpen}>
        {isOpen &&
          (canEdit ? (
            <>
              <ValueEditor type={flag.type} name={name} value={value} base={draft?.base ?? row} onChange={onChange} />
              <UsedLimits flag={flag} environment={environment} value={value} />
            </>
          ) : (
            <ValueText value={value} type={flag.type} />
          ))}
      </div>
    </section>
  );
}
