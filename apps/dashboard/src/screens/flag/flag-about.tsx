import type { EnvironmentView, FlagView } from '@burgee/contracts/http';
import { Badge, Text } from '@mantine/core';
import { fill } from '../../feedback/fill.js';
import { TimeAgo } from '../../feedback/time/time-ago.js';
import { useNow } from '../../feedback/time/use-now.js';
import { showDay } from '../../kinds/kinds.js';
import { texts as kindTexts } from '../../kinds/texts.js';
import { type DatedEnvironments, stageOf } from '@burgee/contracts/plain';
import { summarize } from './environments/summarize.js';
import classes from './flag-screen.module.css';
import { texts } from './texts.js';

/** The description of a flag for people. */
export function FlagAbout({ flag, environments }: { flag: FlagView; environments: readonly EnvironmentView[] }) {
  const { stage, reason } = useStage(flag, environments);
  const summary = summarize(flag, environments);
  const { key, name, type, description, tags, owner_name, kind, ends_on, created_at, created_by_name } = flag;
  return (
    <>
      {summary !== undefined && <p className={classes.summary}>{summary}</p>}
      <div className={classes.about}>
        {name !== key && <Text component="span">{name}</Text>}
        <Badge variant="default" tt="none">
          {texts.types[type]}
        </Badge>
      </div>
      {description && (
        <Text size="sm" maw="46rem" mt={4} c="var(--ink)">
          {description}
        </Text>
      )}
      <div className={classes.meta}>
        {tags?.map((tag) => (
          <Badge key={tag} variant="light" color="gray" tt="none" className={classes.tag}>
            {tag}
          </Badge>
        ))}
        <span>{reason ? texts.stale[reason] : texts.stages[stage]}</span>
        {kind && <span>{kindTexts.kinds[kind]}</span>}
        {ends_on && <span>{kindTexts[reason === 'ended' ? 'ended' : 'ends'](showDay(ends_on))}</span>}
        {owner_name && <span>{texts.ownedBy(owner_name)}</span>}
        <span>
          {fill(created_by_name ? texts.createdBy : texts.created, {
            when: <TimeAgo time={created_at} />,
            who: created_by_name,
          })}
        </span>
      </div>
    </>
  );
}

/** Without reported usage, which would need more requests. */
function useStage(flag: FlagView, environments: DatedEnvironments) {
  const values = flag.environments.map((value) => ({ ...value, has_rule: value.targeting_attribute !== null }));
  return stageOf({ ...flag, environments: values }, environments, useNow());
}
