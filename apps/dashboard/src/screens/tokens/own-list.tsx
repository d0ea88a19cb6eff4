import type { NewTokenView } from '@burgee/contracts/http';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { revokeToken, type TokenList, tokensQuery } from '../../api/tokens.js';
import { useKeptError } from '../../api/use-kept-error.js';
import { lazyDialog } from '../../feedback/loading/lazy-dialog.js';
import { useNow } from '../../feedback/time/use-now.js';
import { texts } from './texts.js';
import type { TokenForm } from './token-dialog.js';
import { TokenPanel } from './token-panel.js';
import { endOf } from './token-draft.js';
import { type ListedToken, TokenRow } from './token-row.js';
import { describeScope, namesOf, scopeOf } from './token-scope.js';

const TokenDialog = lazyDialog(async () => (await import('./token-dialog.js')).TokenDialog);
const NewToken = lazyDialog(async () => (await import('./new-token.js')).NewToken);

interface Props extends TokenForm {
  id: string;
  says: { title: string; lead: string; empty: string };
  list: TokenList;
}

/** An ended token is only in the list still. */
function endTexts(token: ListedToken, now: number) {
  const { name } = token;
  return endOf(token, now) === 'ended'
    ? { label: texts.remove, named: texts.removeNamed(name), asks: texts.removing(name) }
    : { label: texts.revoke, named: texts.revokeNamed(name), asks: texts.revoking(name) };
}

/** Tokens that the reader makes and revokes. */
export function OwnList({ id, says, list, ...form }: Props) {
  const query = useKeptError(useQuery(tokensQuery(list)));
  // Tokens of the installation are in the same list of a project.
  const tokens = query.data?.filter(({ project_id }) => project_id === (form.projectId ?? null));
  const now = useNow();
  const [isMaking, setMaking] = useState(false);
  const [made, setMade] = useState<NewTokenView>();
  const queries = useQueryClient();
  const names = namesOf(form.projects);
  const showMade = (token: NewTokenView) => {
    setMaking(false);
    setMade(token);
    void queries.invalidateQueries({ queryKey: list.key });
  };
  return (
    <>
      <TokenPanel
        id={id}
        says={says}
        list={list}
        tokens={tokens}
        error={query.error}
        onRetry={() => void query.refetch()}
        onMake={() => setMaking(true)}
        renderItem={(token, ask) => (
          <TokenRow
            key={token.id}
            token={token}
            does={describeScope(scopeOf(token), token.kind, names)}
            action={{
              ...endTexts(token, now),
              onClick: () =>
                ask({ ...endTexts(token, now).asks, isGrave: true, run: () => revokeToken(list, token.id) }),
            }}
          />
        )}
      />
      <TokenDialog opened={isMaking} list={list} {...form} onClose={() => setMaking(false)} onMade={showMade} />
      <NewToken opened={made !== undefined} token={made} onClose={() => setMade(undefined)} />
    </>
  );
}
