import type { ChangeRequestView, RequestedPlan } from '@burgee/contracts/http';
import { showValue } from '@burgee/contracts/plain';
import { Alert, Text } from '@mantine/core';
import { useNow } from '../../feedback/time/use-now.js';
import { AnchorLink } from '../../shell/links.js';
import { differences } from '../../toggle/describe-value.js';
import { Difference } from '../../toggle/difference.js';
import { Shown } from '../../toggle/shown.js';
import { RampPicture } from '../schedules/ramp-picture.js';
import { changesOfSteps } from '../schedules/step-changes.js';
import { StepList } from '../schedules/step-list.js';
import { texts as schedules } from '../schedules/texts.js';
import { texts } from './texts.js';

interface Props {
  request: Pick<ChangeRequestView, 'project_id' | 'closed_at'>;
  plan: RequestedPlan;
}

/** The steps of a plan from the value when it was submitted, and what it does if that was changed. */
export function PlanOfRequest({ request, plan }: Props) {
  const { name, from, current, is_changed, if_changed, if_late } = plan;
  const steps = plan.steps.map((step) => ({ ...step, outcome: null, late_seconds: null, skipped_because: null }));
  const isOpen = request.closed_at === null;
  const now = useNow();
  const isLate = isOpen && Date.parse(steps[0]?.at ?? '') < now;
  return (
    <section aria-label={texts.plan}>
      {current !== null && (
        <AnchorLink
          to="/projects/$projectId/flags/$flagId"
          params={{ projectId: request.project_id, flagId: plan.flag_id }}
          fw={600}
          className="mono any-text"
        >
          {plan.flag_key}
        </AnchorLink>
      )}
      {name !== null && (
        <Text fw={600} className="any-text">
          <Shown text={showValue(name)} />
        </Text>
      )}
      {isOpen && is_changed && (
        <Alert className="notice-warn" role="status" my="xs">
          {current === null ? texts.gone : texts.planChanged}
          {current && <Difference changes={differences(from, current)} />}
        </Alert>
      )}
      {isLate && (
        <Alert className="notice-warn" role="status" my="xs">
          {texts.planShifts}
        </Alert>
      )}
      <RampPicture value={from} steps={steps} />
      <StepList steps={steps} changes={changesOfSteps(from, plan.steps)} />
      <Text size="sm" c="dimmed" my="xs">
        {schedules.ifChanged[if_changed]} {schedules.ifLate[if_late]}{' '}
        <AnchorLink
          to="/projects/$projectId/schedules"
          params={{ projectId: request.project_id }}
          hash={plan.schedule_id}
          size="sm"
        >
          {texts.toSchedule}
        </AnchorLink>
      </Text>
    </section>
  );
}
