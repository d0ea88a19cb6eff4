import type { EnvironmentView } from '@burgee/contracts/http';
import type { FlagType } from '@burgee/contracts/wire';
import { Button, Text, Title } from '@mantine/core';
import { IconColumns } from '@tabler/icons-react';
import { useState } from 'react';
import { EnvironmentName } from '../../../environment/environment-name.js';
import { Shown } from '../../../toggle/shown.js';
import type { ValueState } from '../../../toggle/unconditional-value.js';
import { differingFields } from './differing-fields.js';
import classes from './matrix.module.css';
import { texts } from '../texts.js';

interface Props {
  environments: readonly EnvironmentView[];
  type: FlagType;
  /** The value in each environment. */
  values: readonly ValueState[];
  onCompare: () => void;
}

const REPEATED = 2;

/** The differences between all environments in one table: a row for each, so that any number fits. */
export function Matrix({ environments, type, values, onCompare }: Props) {
  const fields = differingFields(values, type);
  // The lines above say the state and the share.
  const [isOpen, setOpen] = useState(fields.length > REPEATED);
  const isMarked = fields.some(({ cells }) => cells.some(({ isOdd }) => isOdd));
  return (
    <section aria-labelledby="differences" className={classes.section}>
      <div className={classes.head}>
        <Title order={2} id="differences">
          {texts.differences}
        </Title>
        <Button variant="default" size="compact-sm" leftSection={<IconColumns size={16} />} onClick={onCompare}>
          {texts.compare}
        </Button>
        {fields.length > 0 && (
          <Button variant="subtle" size="compact-sm" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
            {isOpen ? texts.hideDifferences : texts.showDifferences}
            <span className="visually-hidden"> {texts.differences}</span>
          </Button>
        )}
      </div>
      {(isOpen || fields.length === 0) && (
        <Text size="sm" c="dimmed">
          {fields.length === 0 ? texts.noDifference : texts.differencesHint}
          {isMarked && ` ${texts.differencesMarked}`}
        </Text>
      )}
      {isOpen && fields.length > 0 && (
        <div
          className={`panel scrolls-sideways ${classes.scroll}`}
          role="group"
          aria-labelledby="differences"
          tabIndex={0}
        >
          <table className={classes.matrix}>
            <thead>
              <tr>
                <th scope="col">
                  <span className="visually-hidden">{texts.environment}</span>
                </th>
                {fields.map(({ label }) => (
                  <th key={label} scope="col">
                    {label}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {environments.map((environment, index) => (
                <tr key={environment.id}>
                  <th scope="row">
                    <EnvironmentName environment={environment} />
                  </th>
                  {fields.map(({ label, cells }) => (
                    <td key={label} data-odd={cells[index]?.isOdd || undefined}>
                      <Shown text={cells[index]?.text ?? ''} />
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
