import { arch, platform, release } from 'node:os';
import {
  type Envelope,
  SourceMediaType,
  TestStepResultStatus,
  TimeConversion,
  version as protocolVersion,
} from '@cucumber/messages';
import type { Feature, Row } from '../gherkin.js';

/** The result of a row. Steps before the failed one passed. */
export interface Outcome {
  row: Row;
  /** Milliseconds since 1970 when it began, and after each step that passed. */
  times: number[];
  /** Why a step failed, or why the row was left out. */
  message?: string;
  isLeftOut?: boolean;
}

const at = TimeConversion.millisecondsSinceEpochToTimestamp;

function messagesOf({ row: { pickle }, times, message, isLeftOut }: Outcome): Envelope[] {
  const [id, testCaseStartedId] = [`${pickle.id}-case`, `${pickle.id}-run`];
  const stepId = (index: number): string => `${id}-${index}`;
  const timeOf = (index: number): number => times[index] ?? times.at(-1) ?? 0;
  const failed = isLeftOut || message === undefined ? Infinity : times.length - 1;
  const { PASSED, FAILED, SKIPPED } = TestStepResultStatus;
  const statusOf = (index: number) => (isLeftOut || index > failed ? SKIPPED : index === failed ? FAILED : PASSED);
  const steps = pickle.steps.flatMap((_, index): Envelope[] => {
    const [begun, ended] = [timeOf(index), timeOf(index + 1)];
    const status = statusOf(index);
    const testStepId = stepId(index);
    const testStepResult = {
      status,
      duration: TimeConversion.millisecondsToDuration(ended - begun),
      ...(message !== undefined && (isLeftOut || status === FAILED) && { message }),
    };
    return [
      { testStepStarted: { testCaseStartedId, testStepId, timestamp: at(begun) } },
      { testStepFinished: { testCaseStartedId, testStepId, testStepResult, timestamp: at(ended) } },
    ];
  });
  return [
    {
      testCase: {
        id,
        pickleId: pickle.id,
        testSteps: pickle.steps.map((step, index) => ({ id: stepId(index), pickleStepId: step.id })),
      },
    },
    { testCaseStarted: { attempt: 0, id: testCaseStartedId, testCaseId: id, timestamp: at(timeOf(0)) } },
    ...steps,
    { testCaseFinished: { testCaseStartedId, timestamp: at(timeOf(times.length)), willBeRetried: false } },
  ];
}

/**
 * A run as Cucumber Messages, one to a line.
 * @throws when a row has no outcome: part of a suite must not look like all of it
 */
export function cucumberMessages(features: readonly Feature[], outcomes: readonly Outcome[]): string {
  const ran = new Set(outcomes.map(({ row }) => row));
  const missing = features.flatMap(({ rows }) => rows).filter((row) => !ran.has(row));
  if (missing.length > 0) throw new Error(`No report: ${missing.length} rows did not run, ${missing[0]?.place} first.`);
  const times = outcomes.flatMap((outcome) => outcome.times);
  const messages: Envelope[] = [
    {
      meta: {
        protocolVersion,
        implementation: { name: 'burgee' },
        runtime: { name: 'node.js', version: process.version },
        os: { name: platform(), version: release() },
        cpu: { name: arch() },
      },
    },
    ...features.flatMap(({ text, document, rows }): Envelope[] => [
      {
        source: { uri: document.uri ?? '', data: text, mediaType: SourceMediaType.TEXT_X_CUCUMBER_GHERKIN_PLAIN },
      },
      { gherkinDocument: document },
      ...rows.map(({ pickle }) => ({ pickle })),
    ]),
    { testRunStarted: { timestamp: at(Math.min(...times)) } },
    ...outcomes.flatMap(messagesOf),
    {
      testRunFinished: {
        success: outcomes.every(({ message, isLeftOut }) => isLeftOut || message === undefined),
        timestamp: at(Math.max(...times)),
      },
    },
  ];
  return messages.map((message) => `${JSON.stringify(message)}\n`).join('');
}
