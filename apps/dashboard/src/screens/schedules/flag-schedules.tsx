import type { ProjectView } from '@burgee/contracts/http';
import { Group, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { schedulesQuery } from '../../api/schedules.js';
import { AnchorLink } from '../../shell/links.js';
import { ScheduleCard } from './schedule-card.js';
import classes from './schedules.module.css';
import { texts } from './texts.js';

/** What is scheduled for a flag. Nothing where nothing is. */
export function FlagSchedules({ project, flagId }: { project: ProjectView; flagId: string }) {
  const { data: schedules = [] } = useQuery(schedulesQuery(project.id, flagId));
  if (schedules.length === 0) return null;
  return (
    <section className={classes.ofFlag} aria-labelledby="scheduled">
      <Group justify="space-between" mb="xs">
        <Title order={2} size="h4" id="scheduled">
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
