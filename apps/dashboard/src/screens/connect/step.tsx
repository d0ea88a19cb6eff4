import { Title } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import classes from './connect-screen.module.css';
import { texts } from './texts.js';

interface Props {
  number: number;
  title: string;
  /** waiting: another step comes first. */
  state: 'waiting' | 'current' | 'done';
  children: ReactNode;
}

export function Step({ number, title, state, children }: Props) {
  const isCurrent = state === 'current' ? 'step' : undefined;
  return (
    <section className={`panel ${classes.step}`} aria-labelledby={`step-${number}`} aria-current={isCurrent}>
      <span className={classes.number} data-state={state} aria-hidden>
        {state === 'done' ? <IconCheck size={18} stroke={2.5} /> : number}
      </span>
      <Title order={2} id={`step-${number}`} className={`any-text ${classes.title}`}>
        {title}
        {state === 'done' && <span className="visually-hidden">{texts.done}</span>}
      </Title>
      <div className={classes.content}>{children}</div>
    </section>
  );
}
