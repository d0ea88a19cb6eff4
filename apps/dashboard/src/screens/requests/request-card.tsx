import type { ChangeRequestView, ProjectView } from '@burgee/contracts/http';
import { showValue } from '@burgee/contracts/plain';
import { Badge, Button, Group, Stack, Text, Title } from '@mantine/core';
import { type KeyboardEvent, useId, useState } from 'react';
import { useActOnRequest } from '../../api/act-on-request.js';
import { may } from '../../api/projects.js';
import { useMe } from '../../api/session.js';
import { confirmIn } from '../../environment/confirm-in.js';
import { EnvironmentName } from '../../environment/environment-name.js';
import { whyNotIn } from '../../environment/why-not.js';
import { fill } from '../../feedback/fill.js';
import { TimeAgo } from '../../feedback/time/time-ago.js';
import { showDone, showFailure } from '../../feedback/toasts/toasts.js';
import { useHashTarget } from '../../shell/use-hash-target.js';
import { Shown } from '../../toggle/shown.js';
import { FlagDifference } from './flag-difference.js';
import { PlanOfRequest } from './plan-of-request.js';
import { describeWanted } from './describe-wanted.js';
import {
  actionsFor,
  describeDone,
  hintOf,
  labelOf,
  newcomersOf,
  questionBefore,
  stateOf,
  stepsOf,
} from './request-actions.js';
import { type CardAction, texts } from './texts.js';

interface Props {
  request: ChangeRequestView;
  project: ProjectView;
  /** Of people, by id. */
  names: ReadonlyMap<string, string>;
}

/** A change request with its difference, and the reader's actions. */
export function RequestCard({ request, project, names }: Props) {
  const { comment, changes, plan, created_at, former_environment_name: formerName } = request;
  const author = names.get(request.author_id) ?? texts.somebody;
  const target = useHashTarget(request.id);
  const me = useMe();
  const acting = useActOnRequest(project.id);
  const title = useId();
  const hint = hintOf(request, me.id);
  const environment = project.environments.find(({ id }) => id === request.environment_id);
  const wanted = actionsFor(request, me.id);
  const actions = environment && may(environment.role, 'editor') ? wanted : [];
  const whyNot = wanted.length > 0 ? whyNotIn(project, environment) : undefined;
  // The buttons may be gone when it succeeds, so not in callbacks of mutate().
  const [pressed, setPressed] = useState<CardAction>();
  const act = async (action: CardAction) => {
    setPressed(action);
    try {
      for (const step of stepsOf(action)) {
        const after = await acting.mutateAsync({ id: request.id, action: step, if_match: request.tag });
        if (step === stepsOf(action).at(-1)) showDone(describeDone(step, request, after, me.id));
      }
    } catch (error) {
      showFailure(texts.failed, error);
    }
  };
  const askAndAct = (action: CardAction) => {
    const question = questionBefore(action, request, me.id);
    if (!question) return void act(action);
    void confirmIn({ ...question, environments: environment ? [environment] : [] }, () => act(action));
  };
  const onKey = ({ key, ctrlKey, metaKey, altKey, target, currentTarget }: KeyboardEvent) => {
    if (key === 'a' && !ctrlKey && !metaKey && !altKey && target === currentTarget && actions.includes('approve'))
      void act('approve');
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- a shortcut of its button
    <article
      ref={target}
      className="panel"
      style={{ padding: '1rem' }}
      aria-labelledby={title}
      tabIndex={0}
      onKeyDown={onKey}
    >
      <Stack gap="xs">
        <div>
          <Group justify="space-between" align="start">
            <Title order={2} id={title} className="any-text">
              {plan
                ? texts.wantsPlan(author, plan.flag_key, request.environment_name)
                : texts.wants(author, describeWanted(request))}
            </Title>
            <Badge variant="light" tt="none">
              {stateOf(request)}
            </Badge>
          </Group>
          <Group gap="xs">
            {environment && <EnvironmentName environment={environment} />}
            {formerName && (
              <Text size="sm" c="var(--warn)">
                {texts.wasNamed(formerName)}
              </Text>
            )}
            <Text size="sm" c="dimmed">
              <TimeAgo time={created_at} />
            </Text>
            <Text size="sm" c="dimmed">
              <Approvals request={request} names={names} />
            </Text>
          </Group>
        </div>
        {comment && (
          <Text>
            <Shown text={showValue(comment)} />
          </Text>
        )}
        {hint && <Text size="sm">{hint}</Text>}
        {changes.map((change) => (
          <FlagDifference
            key={change.flag_id}
            projectId={project.id}
            change={change}
            isOpen={request.closed_at === null}
          />
        ))}
        {plan && <PlanOfRequest request={request} plan={plan} />}
        {whyNot && (
          <Text size="sm" c="dimmed">
            {whyNot}
          </Text>
        )}
        {actions.length > 0 && (
          <Group justify="flex-end" gap="xs">
            {actions.toReversed().map((action) => (
              <Button
                key={action}
                size="compact-md"
                variant={
                  action === 'reject' || (action === 'approve' && actions.includes('approve_and_apply'))
                    ? 'default'
                    : 'filled'
                }
                loading={acting.isPending && pressed === action}
                disabled={acting.isPending && pressed !== action}
                onClick={() => askAndAct(action)}
              >
                {labelOf(action, request, me.id)}
              </Button>
            ))}
          </Group>
        )}
      </Stack>
    </article>
  );
}

function Approvals({ request, names }: Pick<Props, 'request' | 'names'>) {
  const { approvals, approvals_needed, closed_at, closed_by_id } = request;
  const nameOf = (id: string | null) => names.get(id ?? '') ?? texts.somebody;
  const namesOf = (counts: boolean) =>
    approvals.flatMap((one) => (one.counts === counts ? [nameOf(one.user_id)] : [])).join(', ');
  const [counted, others] = [namesOf(true), namesOf(false)];
  const count = approvals.filter(({ counts }) => counts).length;
  const said =
    closed_at === null
      ? [
          texts.approvals(count, approvals_needed),
          ...(counted ? [texts.by(counted)] : []),
          ...(others ? [texts.notCounted(others)] : []),
        ].join(' · ')
      : texts.closedBy(stateOf(request), nameOf(closed_by_id));
  return (
    <>
      {said}
      {newcomersOf(request).map(({ id, inviter, joinedAt }) => (
        <Text key={id ?? inviter} span inherit c="var(--warn)">
          {' · '}
          {fill(id ? texts.newcomer : texts.newAuthor, {
            who: nameOf(id ?? inviter ?? null),
            when: <TimeAgo time={joinedAt} />,
          })}
        </Text>
      ))}
    </>
  );
}
