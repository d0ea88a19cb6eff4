import { Title } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import classes from './connect-screen.module.css';

interface Props {
  number: number;
  title: string;
  done: boolean;
  /** Another step comes first. */
  waiting?: boolean;
  children: ReactNode;
}

export function Step({ number, title, done, waiting, children }: Props) {
  return (
    <section className={`panel ${classes.step}`} data-waiting={waiting || undefined} aria-labelledby={`step-${number}`}>
      <span className={classes.number} data-done={done || undefined} aria-hidden>
        {done ? <IconCheck size={18} stroke={2.5} /> : number}
      </span>
      <div className={classes.content}>
        <Title order={2} id={`step-${number}`} className="any-text">
          {title}
          {done && <span className="visually-hidden"> (done)</span>}
        </Title>
        {children}
      </div>
    </section>
  );
}
