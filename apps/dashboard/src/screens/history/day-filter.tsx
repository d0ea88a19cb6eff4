import { Select } from '@mantine/core';
import { useState } from 'react';
import { lazyPart } from '../../feedback/loading/lazy-part.js';
import { recentDays } from '../../feedback/time/recent-days.js';
import { useNow } from '../../feedback/time/use-now.js';
import { chosenDays, type HistorySearch, WEEK } from './history-search.js';
import classes from './history-screen.module.css';
import { texts } from './texts.js';

const DaySpan = lazyPart(async () => (await import('./day-span.js')).DaySpan, null);

/** The choice that shows two dates. */
const SPAN = 'span';

export interface DayFilterProps {
  search: HistorySearch;
  onChange: (days: Pick<HistorySearch, 'from' | 'to'>) => void;
}

/** Filters by one of the last days, all of them, or a range of dates. */
export function DayFilter({ search, onChange }: DayFilterProps) {
  const [choosesDates, setChoosesDates] = useState(false);
  const { from, to } = search;
  const days = recentDays(new Date(useNow()));
  const named = chosenDays(search, days);
  const hasDates = choosesDates || (named === undefined && (from ?? to) !== undefined);
  const choose = (choice: string | null) => {
    setChoosesDates(choice === SPAN);
    if (choice === WEEK) onChange({ from: days.at(-1)?.day, to: undefined });
    else if (choice !== SPAN) onChange({ from: choice ?? undefined, to: choice ?? undefined });
  };
  return (
    <>
      <Select
        clearable
        className={`${classes.filter} ${classes.days}`}
        aria-label={texts.days}
        placeholder={texts.anyDay}
        data={[
          { value: WEEK, label: texts.lastDays(days.length) },
          ...days.map(({ day, label }) => ({ value: day, label })),
          { value: SPAN, label: texts.chooseDays },
        ]}
        value={hasDates ? SPAN : (named ?? null)}
        onChange={choose}
      />
      {hasDates && <DaySpan search={search} onChange={onChange} />}
    </>
  );
}
