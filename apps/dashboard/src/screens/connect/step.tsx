import { Title } from '@mantine/core';
import type { ComponentProps, ReactNode } from 'react';
import { StepNumber } from '../../shell/step-number.js';
import classes from './connect-screen.module.css';
import { texts } from './texts.js';

interface Props {
  number: number;
  title: string;
  state: ComponentProps<typeof StepNumber>['state'];
  children: ReactNode;
}

export function Step({ number, title, state, children }: Props) {
  const isCurrent = state === 'current' ? 'step' : undefined;
  return (
    <section className={`panel ${classes.step}`} aria-labelledby={`step-${number}`} aria-current={isCurrent}>
      <StepNumber number={number} state={state} />
      <Title order={2} id={`step-${number}`} className={`any-text ${classes.title}`}>
        {title}
        {state === 'done' && <span className="visually-hidden">{texts.done}</span>}
      </Title>
      <div className={classes.content}>{children}</div>
    </section>
  );
}
