import type { EnvironmentView } from '@burgee/contracts/http';
import { NativeSelect, Text } from '@mantine/core';
import classes from '../../environment/environment.module.css';
import { EnvironmentName } from '../../environment/environment-name.js';
import { choiceOf } from '../../environment/why-not.js';
import { formTexts as texts } from './dialog-texts.js';

interface Props {
  environments: readonly EnvironmentView[];
  /** Undefined until the user chooses one, where all are protected. */
  environment: EnvironmentView | undefined;
  onChange: (id: string) => void;
}

/** Chooses the environment of a schedule; warns that steps in a protected one run without confirmation. */
export function EnvironmentField({ environments, environment, onChange }: Props) {
  return (
    <>
      <NativeSelect
        label={texts.environment}
        data={[...(environment ? [] : [{ value: '', label: texts.chooseEnvironment }]), ...environments.map(choiceOf)]}
        value={environment?.id ?? ''}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
      {environment?.protected && (
        <div className={classes.where} data-color={environment.color}>
          <EnvironmentName environment={environment} />
          {environment.approvals === 0 && (
            <Text size="sm" c="dimmed">
              {texts.protected}
            </Text>
          )}
        </div>
      )}
    </>
  );
}
