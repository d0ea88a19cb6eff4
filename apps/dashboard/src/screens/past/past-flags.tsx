import type { FlagAt, FlagSetAt } from '@burgee/contracts/http';
import { useQuery } from '@tanstack/react-query';
import { IconHistory } from '@tabler/icons-react';
import { asApiError } from '../../api/api-error.js';
import { flagSetAtQuery } from '../../api/history.js';
import { useKeptError } from '../../api/use-kept-error.js';
import { CopyAction } from '../../feedback/copying/copyable.js';
import { EmptyState } from '../../feedback/empty-state.js';
import { ErrorNotice } from '../../feedback/errors/error-notice.js';
import { RowsSkeleton } from '../../feedback/loading/page-skeleton.js';
import { exactTime } from '../../feedback/time/time.js';
import { describeAudience } from '../../toggle/describe-value.js';
import { Shown } from '../../toggle/shown.js';
import classes from './past.module.css';
import { texts } from './texts.js';

interface Props {
  environmentId: string;
  at: string;
}

/** Every flag at that time, with the author of its value. */
export function PastFlags({ environmentId, at }: Props) {
  const { data, error, refetch, isPlaceholderData } = useKeptError(useQuery(flagSetAtQuery(environmentId, at)));
  if (error && asApiError(error).code === 'history_gone')
    return (
      <div className="panel">
        <EmptyState icon={<IconHistory />} title={texts.gone}>
          {texts.goneHint}
        </EmptyState>
      </div>
    );
  if (error) return <ErrorNotice error={error} title={texts.loadFailed} onRetry={() => void refetch()} />;
  if (!data) return <RowsSkeleton rows={6} />;
  return (
    <section className={`panel ${classes.panel}`} aria-busy={isPlaceholderData}>
      <p className={classes.summary} role="status">
        {texts.flags(data.flags.length)}
        <span>{sinceWhen(data)}</span>
        <CopyAction value={data.position} what={texts.position} />
      </p>
      {data.flags.length === 0 ? (
        <EmptyState icon={<IconHistory />} title={texts.none}>
          {texts.noneHint}
        </EmptyState>
      ) : (
        <ul className={classes.list}>
          {data.flags.map((flag) => (
            <PastFlag key={flag.flag_id} flag={flag} />
          ))}
        </ul>
      )}
    </section>
  );
}

const sinceWhen = ({ revision, changed_at }: FlagSetAt) =>
  changed_at === null ? texts.revision(String(revision)) : texts.since(String(revision), exactTime(changed_at));

function PastFlag({ flag }: { flag: FlagAt }) {
  const { set_by: by } = flag;
  return (
    <li className={classes.flag}>
      <div className={classes.head}>
        <strong className="any-text">{flag.key}</strong>
        <Shown text={flag.is_enabled ? describeAudience(flag, flag.type, Infinity) : texts.off} />
      </div>
      <p className={`any-text ${classes.quiet}`}>
        {by ? texts.setBy(by.user_name ?? texts.somebody, exactTime(by.changed_at)) : texts.fromBefore}
      </p>
    </li>
  );
}
