import type { EnvironmentView } from '@burgee/contracts/http';
import type { FlagType } from '@burgee/contracts/wire';
import { Button, Text, Title } from '@mantine/core';
import { IconColumns } from '@tabler/icons-react';
import { EnvironmentName } from '../../environment/environment-name.js';
import type { ValueState } from '../../toggle/unconditional-value.js';
import { differingFields } from './differing-fields.js';
import classes from './matrix.module.css';
import { texts } from './texts.js';

interface Props {
  environments: readonly EnvironmentView[];
  type: FlagType;
  /** The value in each of them. */
  values: readonly ValueState[];
  onCompare: () => void;
}

/** What differs between all environments, in one table. */
export function Matrix({ environments, type, values, onCompare }: Props) {
  const fields = differingFields(values, type);
  return (
    <section aria-labelledby="differences" className={classes.section}>
      <div className={classes.head}>
        <Title order={2} id="differences">
          {texts.differences}
        </Title>
        <Button variant="default" size="compact-sm" leftSection={<IconColumns size={16} />} onClick={onCompare}>
          {texts.compare}
        </Button>
      </div>
      <Text size="sm" c="dimmed">
        {fields.length === 0 ? texts.noDifference : texts.differencesHint}
      </Text>
      {fields.length > 0 && (
        <div className={`panel ${classes.scroll}`} role="group" aria-labelledby="differences" tabIndex={0}>
          <table className={classes.matrix}>
            <thead>
              <tr>
                <th scope="col">
                  <span className="visually-hidden">{texts.comparing.field}</span>
                </th>
                {environments.map((environment) => (
                  <th key={environment.id} scope="col">
                    <EnvironmentName environment={environment} />
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {fields.map(({ label, cells }) => (
                <tr key={label}>
                  <th scope="row">{label}</th>
                  {cells.map(({ text, isOdd }, index) => (
                    <td key={environments[index]?.id} data-odd={isOdd || undefined}>
                      {text}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </section>
  );
}
