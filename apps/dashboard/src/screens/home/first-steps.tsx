import { Text, Title } from '@mantine/core';
import { ButtonLink } from '../../shell/links.js';
import { StepNumber } from '../../shell/step-number.js';
import { FIRST_STEPS, type FirstStep } from './home-items.js';
import classes from './home.module.css';
import { texts } from './texts.js';

interface Props {
  projectId: string;
  left: readonly FirstStep[];
}

/** What to do in a new project. One page leads through all of it. */
export const FirstSteps = ({ projectId, left }: Props) => (
  <section className={`panel ${classes.steps}`} aria-labelledby="first-steps">
    <Title order={2} id="first-steps">
      {texts.steps}
    </Title>
    <ol className={classes.list}>
      {FIRST_STEPS.map((step, index) => {
        const isDone = !left.includes(step);
        const isNext = step === left[0];
        const { title, hint } = texts.step[step];
        return (
          <li key={step} className={classes.row} aria-current={isNext ? 'step' : undefined}>
            <StepNumber number={index + 1} state={isDone ? 'done' : isNext ? 'current' : 'waiting'} />
            <div className={classes.says}>
              <Text fw={600}>
                {title}
                {isDone && <span className="visually-hidden">{texts.done}</span>}
              </Text>
              <Text size="sm" c="dimmed">
                {hint}
              </Text>
            </div>
          </li>
        );
      })}
    </ol>
    <ButtonLink to="/projects/$projectId/connect" params={{ projectId }} mt="md">
      {left.length === FIRST_STEPS.length ? texts.begin : texts.proceed}
    </ButtonLink>
  </section>
);
