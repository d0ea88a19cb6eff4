import { Stack, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './empty-state.module.css';

interface Props {
  icon: ReactNode;
  title: string;
  /** What this place is for, and how to fill it. */
  children: ReactNode;
  action?: ReactNode;
}

/** Shown where nothing exists yet: says what belongs here and how to create it. */
export function EmptyState({ icon, title, children, action }: Props) {
  return (
    <Stack align="center" gap="sm" className={classes.empty}>
      <span className={classes.icon} aria-hidden>
        {icon}
      </span>
      <Title order={2}>{title}</Title>
      <Text c="dimmed" ta="center" maw="32rem" component="div">
        {children}
      </Text>
      {action}
    </Stack>
  );
}
