import { Anchor, Paper, Stack, Text, Title } from '@mantine/core';
import { useDocumentTitle } from '@mantine/hooks';
import type { ReactNode } from 'react';
import { useGuideAddress } from '../../shell/use-guide-address.js';
import classes from './entry-page.module.css';
import { texts } from './texts.js';

interface Props {
  title: string;
  lead: ReactNode;
  children: ReactNode;
  /** The link to the other page: to register, or to sign in. */
  aside: ReactNode;
}

/** The frame of the pages that need no session. */
export function EntryPage({ title, lead, children, aside }: Props) {
  useDocumentTitle(texts.tab(title));
  return (
    <main className={classes.page}>
      <Stack gap="lg" className={classes.column}>
        <div className={classes.brand}>
          <img src="/icon.svg" alt="" width={36} height={36} />
          <span>{texts.brand}</span>
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
          {texts.slogan} <Anchor href={useGuideAddress()}>{texts.guide}</Anchor> ·{' '}
          <Anchor href="/docs/">{texts.reference}</Anchor>
        </Text>
      </Stack>
    </main>
  );
}
