import type { ProjectView, ScheduleStatus, ScheduleView } from '@burgee/contracts/http';
import { Alert, Badge, Group, Text, Title } from '@mantine/core';
import { useId } from 'react';
import { EnvironmentName } from '../../environment/environment-name.js';
import { AnchorLink } from '../../shell/links.js';
import { useHashTarget } from '../../shell/use-hash-target.js';
import { BothTimes } from './both-times.js';
import { describeSteps } from './describe-steps.js';
import { PlanApproval } from './plan-approval.js';
import { whyRefused } from './rules-for-steps.js';
import { RampPicture } from './ramp-picture.js';
import { ScheduleActions } from './schedule-actions.js';
import classes from './schedules.module.css';
import { changesOfSchedule } from './step-changes.js';
import { StepList } from './step-list.js';
import { texts } from './texts.js';

const COLORS: Partial<Record<ScheduleStatus, string>> = { paused: 'yellow', in_review: 'blue' };

interface Props {
  project: ProjectView;
  schedule: ScheduleView;
  /** On the page of its flag, so the flag needs no name. */
  isOfFlag?: boolean;
}

/** A schedule: its steps, its progress, and its actions. */
export function ScheduleCard({ project, schedule, isOfFlag = false }: Props) {
  const label = useId();
  const target = useHashTarget(schedule.id);
  const { flag_key: key, environment_id, environment_name, name, status, pause, next_at, ended_at } = schedule;
  const environment = project.environments.find(({ id }) => id === environment_id);
  return (
    <article
      ref={target}
      tabIndex={-1}
      className={classes.card}
      aria-labelledby={label}
      data-status={status}
      data-color={environment?.color}
    >
      <div className={classes.head}>
        <div className={classes.names}>
          <Title order={3} id={label} className="any-text">
            {!isOfFlag && (
              <AnchorLink
                to="/projects/$projectId/flags/$flagId"
                params={{ projectId: project.id, flagId: schedule.flag_id }}
              >
                {key}
              </AnchorLink>
            )}
            {!isOfFlag && name !== null && ` · ${name}`}
            {isOfFlag && (name ?? describeSteps(schedule.steps))}
          </Title>
          <Group gap="xs">
            {environment ? <EnvironmentName environment={environment} /> : <span>{environment_name}</span>}
            <Text size="xs" c="dimmed">
              {texts.by(schedule.author_name ?? texts.gone)}
            </Text>
          </Group>
        </div>
        <Badge
          className={classes.status}
          variant={status === 'paused' ? 'filled' : 'light'}
          color={COLORS[status] ?? 'gray'}
          autoContrast
          tt="none"
        >
          {texts.status[status]}
        </Badge>
      </div>
      {pause && (
        <Alert className="notice-warn" role="status">
          {texts.pausedBecause[pause.reason]}{' '}
          {pause.reason === 'refused' && whyRefused(pause.detail, { environment, schedule })}
        </Alert>
      )}
      <PlanApproval schedule={schedule} />
      <RampPicture value={schedule.value} steps={schedule.steps} />
      <StepList steps={schedule.steps} changes={changesOfSchedule(schedule)} />
      {ended_at !== null && next_at === null && (
        <Text size="xs" c="dimmed">
          {texts.endedAt}
          <BothTimes at={ended_at} />
        </Text>
      )}
      {ended_at === null && environment && (
        <ScheduleActions project={project} environment={environment} schedule={schedule} />
      )}
    </article>
  );
}
