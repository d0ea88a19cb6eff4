import type { ProjectView, TrustView } from '@burgee/contracts/http';
import { Button, Text, Title } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { isGone } from '../../api/api-error.js';
import { deleteTrust, trustsQuery } from '../../api/trusts.js';
import { useKeptError } from '../../api/use-kept-error.js';
import { CopyAction } from '../../feedback/copying/copyable.js';
import { ErrorNotice } from '../../feedback/errors/error-notice.js';
import { fill } from '../../feedback/fill.js';
import { lazyDialog } from '../../feedback/loading/lazy-dialog.js';
import { RowsSkeleton } from '../../feedback/loading/page-skeleton.js';
import { TimeAgo } from '../../feedback/time/time-ago.js';
import { showDone } from '../../feedback/toasts/toasts.js';
import type { Deed } from '../entry/confirm-with-proof.js';
import { describeScope, namesOf } from '../tokens/token-scope.js';
import tokens from '../tokens/tokens.module.css';
import { texts } from './texts.js';
import { describeJobs } from './trust-draft.js';

const TrustDialog = lazyDialog(async () => (await import('./trust-dialog.js')).TrustDialog);
const ConfirmWithProof = lazyDialog(
  async () => (await import('../entry/confirm-with-proof.js')).ConfirmWithProof<Deed & { done: string }>,
);

/** The CI jobs that get tokens of a project. For owners. */
export function TrustsPanel({ project }: { project: ProjectView }) {
  const { data: trusts, error, refetch } = useKeptError(useQuery(trustsQuery(project.id)));
  const [isAdding, setAdding] = useState(false);
  const [asked, setAsked] = useState<Deed & { done: string }>();
  const queries = useQueryClient();
  const sayDone = (done: string) => {
    showDone(done);
    void queries.invalidateQueries({ queryKey: trustsQuery(project.id).queryKey });
  };
  const remove = ({ id, name }: TrustView) =>
    setAsked({ ...texts.removing(name), isGrave: true, run: () => deleteTrust(project.id, id) });
  // A service of the previous release has none.
  if (isGone(error)) return null;
  return (
    <section className={`panel ${tokens.panel}`} aria-labelledby="trusts">
      <div className={tokens.head}>
        <div className={tokens.lead}>
          <Title order={2} id="trusts">
            {texts.title}
          </Title>
          <Text size="sm" c="dimmed">
            {texts.lead}
          </Text>
        </div>
        <Button variant="default" onClick={() => setAdding(true)}>
          {texts.form.make}
        </Button>
      </div>
      {error && <ErrorNotice error={error} title={texts.loadFailed} onRetry={() => void refetch()} />}
      {!trusts && !error && (
        <div role="status" aria-label={texts.loading}>
          <RowsSkeleton rows={2} />
        </div>
      )}
      {trusts?.length === 0 && (
        <Text size="sm" mt="sm">
          {texts.empty}
        </Text>
      )}
      {trusts && trusts.length > 0 && (
        <ul className={tokens.list} aria-labelledby="trusts">
          {trusts.map((trust) => (
            <TrustRow key={trust.id} trust={trust} project={project} onRemove={() => remove(trust)} />
          ))}
        </ul>
      )}
      <TrustDialog
        opened={isAdding}
        project={project}
        onClose={() => setAdding(false)}
        onMade={({ name }) => {
          setAdding(false);
          sayDone(texts.added(name));
        }}
      />
      <ConfirmWithProof
        opened={asked !== undefined}
        deed={asked}
        onDone={({ done }) => sayDone(done)}
        onClose={() => setAsked(undefined)}
      />
    </section>
  );
}

interface RowProps {
  trust: TrustView;
  project: ProjectView;
  onRemove: () => void;
}

function TrustRow({ trust, project, onRemove }: RowProps) {
  const { id, name, last_used_at } = trust;
  return (
    <li className={tokens.row}>
      <div className={tokens.what}>
        <Text fw={600} size="sm" className="any-text">
          {name}
        </Text>
        <Text size="sm" className="any-text">
          {describeJobs(trust)}
        </Text>
        <Text size="sm" className="any-text">
          {describeScope({ ...trust, projects: [project.id] }, 'job', namesOf([project]))}
        </Text>
        <Text size="xs" c="dimmed" component="div" className={`any-text ${tokens.facts}`}>
          <span>
            {last_used_at === null ? texts.neverUsed : fill(texts.used, { when: <TimeAgo time={last_used_at} /> })}
          </span>
          <span>
            {texts.trustId(id)} <CopyAction value={id} what={texts.idToCopy} />
          </span>
        </Text>
      </div>
      <Button variant="default" size="xs" aria-label={texts.removeNamed(name)} onClick={onRemove}>
        {texts.remove}
      </Button>
    </li>
  );
}
