import type { ProjectView } from '@burgee/contracts/http';
import { useQuery } from '@tanstack/react-query';
import { admitToken, excludeToken, tokensOf, tokensQuery } from '../../api/tokens.js';
import { useNow } from '../../feedback/time/use-now.js';
import { OwnList } from './own-list.js';
import { texts } from './texts.js';
import { endOf } from './token-draft.js';
import { TokenPanel } from './token-panel.js';
import { TokenRow } from './token-row.js';
import { describeScope, namesOf } from './token-scope.js';
import classes from './tokens.module.css';

/** The tokens of a project, and those of the installation that may be admitted. For owners. */
export function ProjectTokens({ project }: { project: ProjectView }) {
  return (
    <>
      <OwnList
        id="tokens"
        says={texts.project}
        list={tokensOf(project.id)}
        kind="service"
        projectId={project.id}
        projects={[project]}
      />
      <OfInstallation project={project} />
    </>
  );
}

/** Shown where there are some. */
function OfInstallation({ project }: { project: ProjectView }) {
  const list = tokensOf(project.id);
  const query = useQuery(tokensQuery(list));
  const now = useNow();
  const tokens = query.data?.filter(({ project_id }) => project_id === null);
  if (!tokens?.length) return null;
  const names = namesOf([project]);
  return (
    <TokenPanel
      id="tokens-of-installation"
      says={texts.ofInstallation}
      list={list}
      tokens={tokens}
      error={null}
      onRetry={() => void query.refetch()}
      renderItem={(token, ask) => {
        const { id, name, has_access: isIn } = token;
        const does = describeScope(token, token.kind, names);
        const admit = {
          label: texts.admit,
          named: texts.admitNamed(name),
          onClick: () => ask({ ...texts.admitting(name, does), run: () => admitToken(project.id, id) }),
        };
        const exclude = {
          label: texts.exclude,
          named: texts.excludeNamed(name),
          onClick: () => ask({ ...texts.excluding(name), isGrave: true, run: () => excludeToken(project.id, id) }),
        };
        const mayEnter = endOf(token, now) !== 'ended' ? admit : undefined;
        return (
          <TokenRow
            key={id}
            token={token}
            does={does}
            state={
              <span className={classes.state} data-in={isIn || undefined}>
                {isIn ? texts.isIn : texts.isOut}
              </span>
            }
            action={isIn ? exclude : mayEnter}
          />
        );
      }}
    />
  );
}
