import { IconSearch } from '@tabler/icons-react';
import { EmptyState } from '../../feedback/empty-state.js';
import { texts } from './texts.js';

/** In place of the table, if no flag matches the search. */
export const NoMatch = () => (
  <div className="panel">
    <EmptyState icon={<IconSearch />} title={texts.noMatch}>
      {texts.noMatchHint}
    </EmptyState>
  </div>
);
