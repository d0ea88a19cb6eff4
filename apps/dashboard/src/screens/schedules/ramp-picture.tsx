import type { ScheduledStep } from '@burgee/contracts/http';
import { Text } from '@mantine/core';
import type { ValueState } from '../../toggle/unconditional-value.js';
import { localTime } from './local-time.js';
import { rampPath, rampPoints } from './ramp-points.js';
import classes from './schedules.module.css';
import { texts } from './texts.js';

const [WIDTH, HEIGHT] = [240, 60];

interface Props {
  value: ValueState;
  steps: readonly Pick<ScheduledStep, 'at' | 'patch' | 'outcome'>[];
}

/** The percentage of a flag over time. The list of steps says the same in words. */
export function RampPicture({ value, steps }: Props) {
  const points = rampPoints(value, steps);
  if (points.length < 2) return null;
  const isBegun = steps.some(({ outcome }) => outcome !== null);
  const before = isBegun ? 0 : value.is_enabled ? value.rollout_percentage : 0;
  if (before === 0 && points.every(({ share }) => share === 0))
    return (
      <Text size="xs" c="dimmed">
        {texts.staysOff}
      </Text>
    );
  const line = rampPath(points, before, WIDTH, HEIGHT);
  const said = points.map(({ at, share }) => texts.pictureStep(localTime(at), share)).join(', ');
  return (
    <svg
      className={classes.picture}
      viewBox={`-1 -3 ${WIDTH + 2} ${HEIGHT + 6}`}
      role="img"
      aria-label={texts.picture(said)}
      preserveAspectRatio="none"
    >
      <path className={classes.under} d={`${line}V${HEIGHT}H0Z`} />
      <path className={classes.curve} d={line} vectorEffect="non-scaling-stroke" />
    </svg>
  );
}
