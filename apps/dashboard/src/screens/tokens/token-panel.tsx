import { Anchor, Button, Text, Title } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import type { TokenList } from '../../api/tokens.js';
import { ErrorNotice } from '../../feedback/errors/error-notice.js';
import { lazyDialog } from '../../feedback/loading/lazy-dialog.js';
import { RowsSkeleton } from '../../feedback/loading/page-skeleton.js';
import { showDone } from '../../feedback/toasts/toasts.js';
import type { Deed } from '../entry/confirm-with-proof.js';
import { texts } from './texts.js';
import type { ListedToken } from './token-row.js';
import classes from './tokens.module.css';

const ConfirmWithProof = lazyDialog(
  async () => (await import('../entry/confirm-with-proof.js')).ConfirmWithProof<DoneDeed>,
);

/** The reference of the API, with all that a token may call. */
const GUIDE = '/docs/';

export interface DoneDeed extends Deed {
  /** For the toast. */
  done: string;
}

interface Props {
  id: string;
  /** What these tokens are, and what the reader is told where there are none. */
  says: { title: string; lead: string; empty?: string };
  list: TokenList;
  tokens: readonly ListedToken[] | undefined;
  error: unknown;
  onRetry: () => void;
  onMake?: () => void;
  /** A row, which may ask before a deed. */
  renderItem: (token: ListedToken, ask: (deed: DoneDeed) => void) => ReactNode;
}

/** A list of tokens: loading, failed, empty or full. */
export function TokenPanel({ id, says, list, tokens, error, onRetry, onMake, renderItem }: Props) {
  const [asked, setAsked] = useState<DoneDeed>();
  const queries = useQueryClient();
  const sayDone = ({ done }: DoneDeed) => {
    showDone(done);
    void queries.invalidateQueries({ queryKey: list.key });
  };
  return (
    <section className={`panel ${classes.panel}`} aria-labelledby={id}>
      <div className={classes.head}>
        <div className={classes.lead}>
          <Title order={2} id={id}>
            {says.title}
          </Title>
          <Text size="sm" c="dimmed">
            {says.lead}
          </Text>
        </div>
        {onMake && (
          <Button variant="default" onClick={onMake}>
            {texts.make}
          </Button>
        )}
      </div>
      {Boolean(error) && <ErrorNotice error={error} title={texts.loadFailed} onRetry={onRetry} />}
      {!tokens && !error && (
        <div role="status" aria-label={texts.loading}>
          <RowsSkeleton rows={2} />
        </div>
      )}
      {tokens?.length === 0 && says.empty !== undefined && (
        <Text size="sm" mt="sm">
          {says.empty}{' '}
          <Anchor href={GUIDE} target="_blank" rel="noreferrer" inherit>
            {texts.guide}
          </Anchor>
        </Text>
      )}
      {tokens && tokens.length > 0 && (
        <ul className={classes.list} aria-labelledby={id}>
          {tokens.map((token) => renderItem(token, setAsked))}
        </ul>
      )}
      <ConfirmWithProof
        opened={asked !== undefined}
        deed={asked}
        onDone={sayDone}
        onClose={() => setAsked(undefined)}
      />
    </section>
  );
}
