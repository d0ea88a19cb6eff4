import type { EnvironmentColor } from '@burgee/contracts/http';
import { NativeSelect } from '@mantine/core';
import classes from './environment.module.css';
import { texts } from './texts.js';

interface Props {
  /** Names the field where no label is shown. */
  'aria-label'?: string;
  label?: string;
  /** Undefined: the service chooses a color that the project does not use yet. */
  value: EnvironmentColor | undefined;
  onChange: (color: EnvironmentColor | undefined) => void;
}

const COLORS = Object.entries(texts.colors).map(([value, label]) => ({ value, label }));

/** Chooses the color of an environment. */
export const ColorSelect = ({ value, onChange, ...names }: Props) => (
  <NativeSelect
    {...names}
    data={value === undefined ? [{ value: '', label: texts.automatic }, ...COLORS] : COLORS}
    value={value ?? ''}
    leftSection={<span className={classes.dot} data-color={value} aria-hidden />}
    onChange={(event) => onChange((event.currentTarget.value || undefined) as EnvironmentColor | undefined)}
  />
);
