import type { FlagDifference, ValuePart } from '@burgee/contracts/http';
import { IconArrowRight } from '@tabler/icons-react';
import { Look } from '../../toggle/look.js';
import { Shown } from '../../toggle/shown.js';
import { texts as toggleTexts } from '../../toggle/texts.js';
import classes from './compare-screen.module.css';
import { partText } from './plan-lines.js';
import { texts } from './texts.js';

interface Props {
  flag: FlagDifference;
  part: ValuePart;
  /** Not promoted. */
  isLeftOut: boolean;
}

/** A part of a value before and after, or unchanged. */
export function DifferenceCell({ flag, part, isLeftOut }: Props) {
  const [before, after] = [partText(part, flag.to), partText(part, flag.from)];
  if (!flag.parts.includes(part))
    return (
      <td data-same>
        <span className={classes.quiet} title={texts.same(after)}>
          <Shown text={after} />
        </span>
      </td>
    );
  return (
    <td data-label={texts.parts[part]} data-left-out={isLeftOut || undefined} className={classes.cell}>
      <del>
        <Shown text={before} />
      </del>{' '}
      <IconArrowRight size={14} aria-label={toggleTexts.becomes} />{' '}
      <ins>
        <Shown text={after} />
      </ins>
      <Look before={before} after={after} />
    </td>
  );
}
