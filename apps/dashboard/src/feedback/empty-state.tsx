import { Stack, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './empty-state.module.css';

interface Props {
  icon: ReactNode;
  title: string;
  /** The level of the heading; 1 where this is the whole page. */
  order?: 1 | 2;
  /** What this place is for, and how to fill it. */
  children: ReactNode;
  action?: ReactNode;
}

/** Shown where nothing exists yet: says what belongs here and how to create it. */
export function EmptyState({ icon, title, order = 2, children, action }: Props) {
  return (
    <Stack align="center" gap="sm" className={classes.empty}>
      <span className={classes.icon} aria-hidden>
        {icon}
      </span>
      <Title order={order} size="h2">
        {title}
      </Title>
      <Text c="dimmed" ta="center" maw="32rem" component="div" className={classes.text}>
        {children}
      </Text>
      {action}
    </Stack>
  );
}
