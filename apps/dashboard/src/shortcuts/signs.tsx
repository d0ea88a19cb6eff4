import type { ReactNode } from 'react';
import { Spark } from '../usage/spark.js';
import classes from './shortcut-sheet.module.css';
import { texts as all } from './texts.js';

const texts = all.sign;
const HOURS = [2, 4, 3, 6, 8, 5, 3, 1];

const SIGNS: readonly (readonly [sign: ReactNode, means: string])[] = [
  [texts.onExample, texts.on],
  [texts.percentExample, texts.percent],
  [texts.valueExample, texts.value],
  [texts.noValueExample, texts.noValue],
  [<span className="rule-sign" aria-hidden key="rule" />, texts.rule],
  [<span className="waits-sign" aria-hidden key="waits" />, texts.waits],
  [
    <span aria-hidden key="uses">
      <Spark hours={HOURS} />
    </span>,
    texts.uses,
  ],
  [texts.favoriteExample, texts.favorite],
];

/** What the signs in the table of flags mean. */
export const Signs = () => (
  <dl className={classes.list}>
    {SIGNS.map(([sign, means]) => (
      <div key={means} className={classes.line}>
        <dt>{sign}</dt>
        <dd>{means}</dd>
      </div>
    ))}
  </dl>
);
