import type { FlagSummary } from '@burgee/contracts/http';
import { IconUserQuestion } from '@tabler/icons-react';
import { EmptyState } from '../../feedback/empty-state.js';
import classes from './evaluate-screen.module.css';
import { FlagField } from './flag-field.js';
import { texts } from './texts.js';

/** Asks for a flag instead of guessing one. */
export const ChooseFlag = ({ flags, onFlag }: { flags: readonly FlagSummary[]; onFlag: (id: string) => void }) => (
  <div className="panel">
    <EmptyState
      icon={<IconUserQuestion />}
      title={texts.choose}
      action={
        <div className={classes.choose}>
          <FlagField flags={flags} flag={undefined} onFlag={onFlag} />
        </div>
      }
    >
      {texts.chooseHint}
    </EmptyState>
  </div>
);
