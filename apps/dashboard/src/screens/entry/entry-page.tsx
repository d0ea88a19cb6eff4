import { Anchor, Paper, Stack, Text, Title } from '@mantine/core';
import { useDocumentTitle } from '@mantine/hooks';
import type { ReactNode } from 'react';
import classes from './entry-page.module.css';

interface Props {
  title: string;
  lead: ReactNode;
  children: ReactNode;
  /** The link to the other page: to register, or to sign in. */
  aside: ReactNode;
}

/** The frame of the pages that need no session. */
export function EntryPage({ title, lead, children, aside }: Props) {
  useDocumentTitle(`${title} · Burgee`);
  return (
    <main className={classes.page}>
      <Stack gap="lg" className={classes.column}>
        <div className={classes.brand}>
          <img src="/icon.svg" alt="" width={36} height={36} />
          <span>Burgee</span>
        </div>
        <Paper className={`panel ${classes.card}`}>
          <Title order={1} className="any-text">
            {title}
          </Title>
          <Text c="dimmed" mt={4} mb="lg">
            {lead}
          </Text>
          {children}
        </Paper>
        <Text size="sm" ta="center">
          {aside}
        </Text>
        <Text size="xs" c="dimmed" ta="center">
          Feature flags that are never stale and never lost. <Anchor href="/docs/">API reference</Anchor>
        </Text>
      </Stack>
    </main>
  );
}
