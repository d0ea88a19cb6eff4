import type { ProjectView, ScheduleView } from '@burgee/contracts/http';
import { Group, Title } from '@mantine/core';
import { AnchorLink } from '../../shell/links.js';
import { ScheduleCard } from './schedule-card.js';
import classes from './schedules.module.css';
import { texts } from './texts.js';

/** The schedules of a flag. */
export function FlagSchedules({ project, schedules }: { project: ProjectView; schedules: readonly ScheduleView[] }) {
  return (
    <section className={classes.ofFlag} aria-labelledby="scheduled">
      <Group justify="space-between" mb="xs">
        <Title order={2} id="scheduled">
          {texts.ofFlag}
        </Title>
        <AnchorLink to="/projects/$projectId/schedules" params={{ projectId: project.id }} size="sm">
          {texts.all}
        </AnchorLink>
      </Group>
      <div className={classes.list}>
        {schedules.map((schedule) => (
          <ScheduleCard key={schedule.id} project={project} schedule={schedule} isOfFlag />
        ))}
      </div>
    </section>
  );
}
