import type { EnvironmentView, FlagSummary, ProjectView } from '@burgee/contracts/http';
import { Modal, NativeSelect, SegmentedControl, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { asApiError } from '../../../api/api-error.js';
import type { ChangeNote } from '../../../api/change-note.js';
import { useChangeValues } from '../../../api/flag-changes.js';
import { EnvironmentName } from '../../../environment/environment-name.js';
import { texts as environmentTexts } from '../../../environment/texts.js';
import { choiceOf, firstToChange } from '../../../environment/why-not.js';
import { isConfirmed } from '../../../environment/confirm-in.js';
import { unlessBusy } from '../../../feedback/dialogs/unless-busy.js';
import { RuledFoot } from '../../../shell/ruled-foot.js';
import classes from './bulk.module.css';
import { BulkList } from './bulk-list.js';
import { audienceOfListed } from '../table/audience-of-listed.js';
import { faultsByPlace, planSwitch, type PlannedSwitch, requestedSwitch } from './bulk-plan.js';
import { texts as all } from '../texts.js';
import { useAskedFlags } from './use-asked-flags.js';
import { useSwitchMany } from './use-switch-many.js';
import { texts } from './texts.js';

interface Props {
  project: ProjectView;
  flags: readonly FlagSummary[];
  columns: readonly EnvironmentView[];
  onClose: () => void;
  onDone: () => void;
}

/** Switches many flags in one environment, after showing the effect on each of them. */
export function BulkSwitch({ opened, ...props }: Props & { opened: boolean }) {
  const change = useChangeValues(props.project.id);
  const flags = useAskedFlags(props.flags, opened, change);
  return (
    <Modal
      opened={opened}
      onClose={unlessBusy(change.isPending, props.onClose)}
      onExitTransitionEnd={change.reset}
      size="lg"
      title={texts.switchTitle(flags.length)}
    >
      <Question {...props} flags={flags} change={change} />
    </Modal>
  );
}

const describe = ({ flag, value, differs }: PlannedSwitch, isOn: boolean) => {
  if (!differs) return value.served === false ? environmentTexts.notServedHint : texts.already(isOn);
  return isOn ? texts.turnsOn(audienceOfListed(flag, value)) : texts.turnsOff(audienceOfListed(flag, value));
};

function Question({
  project,
  flags,
  columns,
  change,
  onClose,
  onDone,
}: Props & { change: ReturnType<typeof useChangeValues> }) {
  const [chosen, setChosen] = useState(firstToChange(columns)?.id ?? '');
  const [isOn, setOn] = useState(true);
  const switchMany = useSwitchMany(change, useChangeValues(project.id));
  const environment = project.environments.find(({ id }) => id === chosen);
  const plan = planSwitch(flags, chosen, isOn);
  const differing = plan.filter(({ differs }) => differs);
  const faults = faultsByPlace(change.error ? asApiError(change.error).problem?.errors : undefined);
  const faultOf = ({ flag }: PlannedSwitch) => faults.get(differing.findIndex((one) => one.flag.id === flag.id));
  const requested = environment && requestedSwitch(environment.id, differing, isOn);
  const finish = () => {
    onClose();
    onDone();
  };
  const send = (note?: ChangeNote) => {
    if (environment) void switchMany(environment, differing, isOn, note).then((isDone) => isDone && finish());
  };
  return (
    <Stack>
      <div className={classes.pair}>
        <NativeSelect
          label={all.environment}
          data={[...(chosen === '' ? [{ value: '', label: texts.chooseEnvironment }] : []), ...columns.map(choiceOf)]}
          value={chosen}
          onChange={(event) => setChosen(event.currentTarget.value)}
        />
        <SegmentedControl
          aria-label={texts.state}
          data={[
            { value: 'on', label: all.states.on },
            { value: 'off', label: all.states.off },
          ]}
          value={isOn ? 'on' : 'off'}
          onChange={(value) => setOn(value === 'on')}
        />
      </div>
      {environment && (
        <>
          <div className={classes.where} data-color={environment.color}>
            <EnvironmentName environment={environment} />
            {isConfirmed(environment) && (
              <Text size="sm" c="dimmed">
                {environmentTexts.protectedHint}
              </Text>
            )}
          </div>
          <BulkList
            label={texts.flags}
            lines={plan.map((one) => ({
              id: one.flag.id,
              key: one.flag.key,
              change: describe(one, isOn),
              isSame: !one.differs,
              fault: faultOf(one),
            }))}
          />
        </>
      )}
      <RuledFoot
        project={project}
        environments={environment ? [environment] : []}
        requested={requested}
        action={environment ? texts.switchAll(differing.length, isOn, environment.name) : texts.switch}
        change={change}
        failed={texts.switchFailed}
        disabled={!environment || differing.length === 0}
        onSend={send}
        onClose={(isRequested) => (isRequested ? finish() : onClose())}
      />
    </Stack>
  );
}
