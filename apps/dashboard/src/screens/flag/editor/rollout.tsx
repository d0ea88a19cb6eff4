import { Slider } from '@mantine/core';
import { formatPercent } from '../../../feedback/format.js';
import classes from '../flag-screen.module.css';
import { ShareField } from './share-field.js';
import { texts } from '../texts.js';

interface Props {
  /** The name of the environment. */
  name: string;
  share: number;
  onChange: (share: number) => void;
}

/** The percentage of users, by a slider and by a number. */
export const Rollout = ({ name, share, onChange }: Props) => (
  <div className={classes.rollout}>
    <Slider
      min={0}
      max={100}
      value={share}
      label={formatPercent}
      thumbLabel={texts.rolloutIn(name)}
      onChange={onChange}
    />
    <ShareField label={texts.rolloutPercent(name)} share={share} onChange={onChange} />
  </div>
);
