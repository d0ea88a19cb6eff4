import type { EnvironmentView, FlagView } from '@burgee/contracts/http';
import type { EvaluationContext } from '@burgee/evaluation';
import { Text, Title } from '@mantine/core';
import { EnvironmentName } from '../../environment/environment-name.js';
import { valueText } from '../../toggle/describe-value.js';
import { Shown } from '../../toggle/shown.js';
import { evaluateRow, type Outcome, servedRow } from './evaluate-row.js';
import classes from './evaluate-screen.module.css';
import { texts } from './texts.js';

interface Props {
  flag: FlagView;
  environments: readonly EnvironmentView[];
  context: EvaluationContext;
}

/** What the user gets in each environment, and why. */
export function Answers({ flag, environments, context }: Props) {
  const answers = environments.flatMap((environment) => {
    const value = flag.environments.find(({ environment_id }) => environment_id === environment.id);
    return value ? [{ environment, outcome: evaluateRow(servedRow(flag, value), context) }] : [];
  });
  const hasBucket = answers.some(({ outcome }) => outcome.bucket !== undefined);
  const hasReason = answers.some(({ outcome }) => outcome.reason !== undefined);
  return (
    <section className={`panel ${classes.answers}`} aria-labelledby="answers">
      <Title order={2} id="answers">
        {texts.results}
      </Title>
      <ul className={classes.list} aria-live="polite">
        {answers.map(({ environment, outcome }) => (
          <Answer key={environment.id} environment={environment} outcome={outcome} />
        ))}
      </ul>
      <Text size="xs" c="dimmed">
        {hasBucket && `${texts.bucketHint} `}
        {hasReason && texts.reasonHint}
      </Text>
    </section>
  );
}

function Answer({ environment, outcome }: { environment: EnvironmentView; outcome: Outcome }) {
  const { value, reason, why, bucket, row } = outcome;
  return (
    <li className={classes.answer}>
      <strong>
        <EnvironmentName environment={environment} />
      </strong>
      <div className={classes.what}>
        {value === undefined ? (
          <span className={classes.unknown}>{texts.codeDefault}</span>
        ) : (
          <code className={classes.value} data-value={String(value)}>
            <Shown text={typeof value === 'string' ? valueText(value) : JSON.stringify(value)} />
          </code>
        )}
        <span className={`any-text ${classes.why}`}>
          <Shown text={why} />
        </span>
      </div>
      {bucket !== undefined && <BucketMeter bucket={bucket} share={row.rollout_percentage} />}
      {reason !== undefined && (
        <div className={classes.reason}>
          <code>{reason}</code>
        </div>
      )}
    </li>
  );
}

/** The user's bucket among the hundred, and how many buckets have the flag. */
function BucketMeter({ bucket, share }: { bucket: number; share: number }) {
  return (
    <div className={classes.meter}>
      <svg viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden>
        <rect width="100" height="8" rx="1" className={classes.rest} />
        <rect width={share} height="8" rx="1" className={classes.share} />
        <rect x={bucket} width="1.4" height="8" className={classes.tick} />
      </svg>
      <span className={classes.bucket}>{texts.bucket(bucket)}</span>
    </div>
  );
}
