import type { ValuePart } from '@burgee/contracts/http';
import { CheckBox } from '../../feedback/check-box.js';
import { AnchorLink } from '../../shell/links.js';
import type { useSelection } from '../flags/bulk/use-selection.js';
import { type ListedDifference, PARTS } from './compare-search.js';
import classes from './compare-screen.module.css';
import { DifferenceCell } from './difference-cell.js';
import { isServedBy } from './plan-lines.js';
import { texts } from './texts.js';

type Selection = ReturnType<typeof useSelection<ListedDifference>>;

interface Props {
  label: string;
  projectId: string;
  flags: readonly ListedDifference[];
  /** The parts to promote. */
  parts: readonly ValuePart[];
  /** Undefined: the user may promote nothing. */
  selection: Selection | undefined;
  onParts: (parts: ValuePart[]) => void;
}

/** The matrix of a comparison: a row for each differing flag, a column for each part of a value. */
export function DifferenceTable({ label, projectId, flags, parts, selection, onParts }: Props) {
  return (
    <div className={`panel ${classes.panel}`}>
      <table className={classes.table} aria-label={label}>
        <thead>
          <tr>
            {selection && <SelectAll selection={selection} of={flags.length} />}
            <th scope="col">{texts.flag}</th>
            {PARTS.map((part) => (
              <PartHead key={part} part={part} parts={parts} onParts={selection && onParts} />
            ))}
          </tr>
        </thead>
        <tbody>
          {flags.map((flag) => (
            <tr key={flag.id} data-selected={selection?.ids.has(flag.id) || undefined}>
              {selection && (
                <td className={classes.select}>
                  <CheckBox
                    checked={selection.ids.has(flag.id)}
                    aria-label={texts.selectFlag(flag.key)}
                    onChange={({ nativeEvent }) =>
                      selection.select(flag.id, 'shiftKey' in nativeEvent && nativeEvent.shiftKey === true)
                    }
                  />
                </td>
              )}
              <th scope="row">
                <AnchorLink
                  to="/projects/$projectId/flags/$flagId"
                  params={{ projectId, flagId: flag.id }}
                  underline="hover"
                  className={classes.key}
                >
                  {flag.key}
                </AnchorLink>
                {flag.name !== flag.key && <span className={classes.name}>{flag.name}</span>}
                {isServedBy(flag) && <span className={classes.name}>{texts.notServed}</span>}
              </th>
              {PARTS.map((part) => (
                <DifferenceCell key={part} flag={flag} part={part} isLeftOut={!parts.includes(part)} />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function SelectAll({ selection: { selected, selectAll }, of }: { selection: Selection; of: number }) {
  const isAll = selected.length === of;
  return (
    <th scope="col" className={classes.select}>
      <CheckBox
        isMixed={selected.length > 0 && !isAll}
        checked={isAll}
        aria-label={texts.selectAll}
        onChange={selectAll}
      />
    </th>
  );
}

interface PartHeadProps {
  part: ValuePart;
  parts: readonly ValuePart[];
  onParts: ((parts: ValuePart[]) => void) | undefined;
}

/** The name of a part, and whether it is promoted. The last promoted part stays. */
function PartHead({ part, parts, onParts }: PartHeadProps) {
  const isOn = parts.includes(part);
  const isLast = isOn && parts.length === 1;
  return (
    <th scope="col">
      {onParts ? (
        <label className={classes.part} title={isLast ? texts.lastPart : undefined}>
          <CheckBox
            checked={isOn}
            disabled={isLast}
            aria-label={texts.promotePart(texts.parts[part])}
            onChange={() => onParts(PARTS.filter((one) => (one === part ? !isOn : parts.includes(one))))}
          />
          {texts.parts[part]}
        </label>
      ) : (
        texts.parts[part]
      )}
    </th>
  );
}
