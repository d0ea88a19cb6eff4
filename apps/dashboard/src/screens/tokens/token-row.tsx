import type { ProjectTokenView, TokenView } from '@burgee/contracts/http';
import { Button, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { fill } from '../../feedback/fill.js';
import { TimeAgo } from '../../feedback/time/time-ago.js';
import { useNow } from '../../feedback/time/use-now.js';
import { useHashTarget } from '../../shell/use-hash-target.js';
import { texts } from './texts.js';
import { endOf } from './token-draft.js';
import classes from './tokens.module.css';

export type ListedToken = TokenView & Partial<ProjectTokenView>;

interface Props {
  token: ListedToken;
  /** What it may do, in a sentence. */
  does: string;
  /** Next to its name. */
  state?: ReactNode;
  action: { label: string; named: string; onClick: () => void } | undefined;
}

/** A token: what it may do, its last use, its end, and the button that ends or admits it. */
export function TokenRow({ token, does, state, action }: Props) {
  const { id, name, kind, created_by, created_at, last_used_at, last_used_from, expires_at } = token;
  const target = useHashTarget<HTMLLIElement>(id);
  const end = endOf(token, useNow());
  return (
    <li ref={target} tabIndex={-1} className={classes.row}>
      <div className={classes.what}>
        <Text fw={600} size="sm" component="div" className="any-text">
          {name} {state}
        </Text>
        <Text size="sm" className="any-text">
          {does}
        </Text>
        <Text size="xs" c="dimmed" component="div" className={`any-text ${classes.facts}`}>
          <span>
            {last_used_at === null
              ? texts.neverUsed
              : fill(last_used_from === null ? texts.lastUsedAnywhere : texts.lastUsed, {
                  when: <TimeAgo time={last_used_at} />,
                  address: last_used_from,
                })}
          </span>
          <span className={end === 'later' ? undefined : classes[end]}>
            {fill(texts.ends[end], { when: <TimeAgo time={expires_at} /> })}
          </span>
          {kind === 'service' && (
            <span>
              {fill(texts.madeBy, { when: <TimeAgo time={created_at} />, who: created_by.name ?? texts.gone })}
            </span>
          )}
        </Text>
      </div>
      {action && (
        <Button variant="default" size="xs" aria-label={action.named} onClick={action.onClick}>
          {action.label}
        </Button>
      )}
    </li>
  );
}
