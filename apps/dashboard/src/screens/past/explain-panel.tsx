import type { ExplainedFlag } from '@burgee/contracts/http';
import { showValue } from '@burgee/contracts/plain';
import { Button, Text, Textarea, Title } from '@mantine/core';
import { useState } from 'react';
import { useExplain } from '../../api/history.js';
import { ErrorNotice } from '../../feedback/errors/error-notice.js';
import { exactTime } from '../../feedback/time/time.js';
import { Shown } from '../../toggle/shown.js';
import { evaluateRow } from '../evaluate/evaluate-row.js';
import { readContext } from '../evaluate/read-context.js';
import classes from './past.module.css';
import { texts as all } from './texts.js';

const texts = all.explain;

interface Props {
  environmentId: string;
  at: string;
}

/** Shows what an application decides for a pasted user. The user's data stays in this page. */
export function ExplainPanel({ environmentId, at }: Props) {
  const [user, setUser] = useState('');
  const [fault, setFault] = useState<string>();
  const explain = useExplain();
  const { data, variables } = explain;
  const send = () => {
    const read = readContext('', user);
    setFault(read.fault);
    if (read.context) explain.mutate({ environmentId, at, context: { ...read.context } });
  };
  return (
    <section className={`panel ${classes.panel}`} aria-labelledby="explain">
      <Title order={2} id="explain">
        {texts.title}
      </Title>
      <Text size="sm" c="dimmed">
        {texts.lead}
      </Text>
      <Textarea
        label={texts.user}
        description={texts.userHint}
        placeholder={texts.userExample}
        rows={6}
        my="sm"
        spellCheck={false}
        classNames={{ input: 'mono' }}
        value={user}
        error={fault}
        onChange={(event) => setUser(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) send();
        }}
      />
      <Button onClick={send} loading={explain.isPending}>
        {texts.explain}
      </Button>
      {explain.error && <ErrorNotice error={explain.error} title={texts.failed} onRetry={send} />}
      {data && variables?.at === at && (
        <div role="status">
          <ul className={classes.list}>
            {data.flags.map((flag) => (
              <Explanation key={flag.flag_id} flag={flag} context={variables.context} />
            ))}
          </ul>
          <Text size="sm" c="dimmed">
            {texts.proves}
            {data.evaluation_version !== undefined && ` ${texts.byVersion(data.evaluation_version)}`}
          </Text>
        </div>
      )}
    </section>
  );
}

function Explanation({ flag, context }: { flag: ExplainedFlag; context: Record<string, unknown> }) {
  const { flag_id, key, type, set, set_by: by } = flag;
  const { why } = evaluateRow({ flag_id, key, type, name: key, ...set }, context);
  return (
    <li className={classes.flag}>
      <div className={classes.head}>
        <strong className="any-text">{key}</strong>
        <code className={classes.value}>
          <Shown text={'value' in flag ? showValue(JSON.stringify(flag.value)) : texts.codeDefault} />
        </code>
      </div>
      <p className={`any-text ${classes.quiet}`}>
        <Shown text={why} />
      </p>
      {by && (
        <p className={`any-text ${classes.quiet}`}>
          {all.setBy(by.user_name ?? all.somebody, exactTime(by.changed_at))}
        </p>
      )}
    </li>
  );
}
