import { SearchField as Field } from '../../../feedback/search-field.js';
import classes from './filter-bar.module.css';
import { texts } from '../texts.js';

interface Props {
  value: string;
  onChange: (value: string) => void;
}

/** Searches the flags. */
export const SearchField = (props: Props) => (
  <Field {...props} label={texts.search} hint={texts.searchHint} clear={texts.clearSearch} className={classes.search} />
);
