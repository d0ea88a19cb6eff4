import { AnchorLink } from '../../shell/links.js';
import type { StaleFlag } from './home-items.js';
import classes from './home.module.css';
import { Part } from './part.js';
import { texts } from './texts.js';

const SHOWN = 5;

interface Props {
  projectId: string;
  /** Undefined while they load. */
  stale: readonly StaleFlag[] | undefined;
  error: Error | null;
  onRetry: () => void;
}

/** Flags that have done their work. */
export const Stale = ({ projectId, stale, error, onRetry }: Props) => (
  <Part
    title={texts.stale}
    link={
      stale &&
      stale.length > 0 && (
        <AnchorLink to="/projects/$projectId/flags" params={{ projectId }} search={{ stage: 'stale' }} size="sm">
          {texts.allStale(stale.length)}
        </AnchorLink>
      )
    }
    empty={texts.noStale}
    rows={stale?.slice(0, SHOWN).map(({ id, key, reason }) => (
      <li key={id} className={classes.row}>
        <div className={classes.says}>
          <AnchorLink to="/projects/$projectId/flags/$flagId" params={{ projectId, flagId: id }} className="mono">
            {key}
          </AnchorLink>
          <div className={classes.facts}>{texts.staleBecause[reason]}</div>
        </div>
      </li>
    ))}
    failure={error ? { title: texts.flagsFailed, error, onRetry } : undefined}
  />
);
