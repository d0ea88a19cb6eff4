import type { HomeView, ProjectView } from '@burgee/contracts/http';
import { dayAndTime } from '../../feedback/time/time.js';
import { AnchorLink } from '../../shell/links.js';
import classes from './home.module.css';
import { Part } from './part.js';
import { texts } from './texts.js';
import { Where } from './waiting.js';

/** The schedules whose next step is due within seven days. */
export function Week({ project, home }: { project: ProjectView; home: HomeView | undefined }) {
  const params = { projectId: project.id };
  return (
    <Part
      title={texts.week}
      link={
        <AnchorLink to="/projects/$projectId/schedules" params={params} size="sm">
          {texts.schedules}
        </AnchorLink>
      }
      empty={texts.nothingSoon}
      rows={home?.upcoming.map(({ id, flag_key, name, environment_id, next_at }) => (
        <li key={id} className={classes.row}>
          <div className={classes.says}>
            <AnchorLink to="/projects/$projectId/schedules" params={params} hash={id}>
              {name === null ? flag_key : `${flag_key} · ${name}`}
            </AnchorLink>
            <div className={classes.facts}>
              <time dateTime={next_at}>{dayAndTime(next_at)}</time>
              <Where project={project} id={environment_id} />
            </div>
          </div>
        </li>
      ))}
    />
  );
}
