import { bucketOf, evaluate, type Flag } from '@burgee/evaluation';
import { GrowthBookClient } from '@growthbook/growthbook';
import { FlagdCore } from '@openfeature/flagd-core';
import { InMemStorageProvider, Unleash } from 'unleash-client';
import { median, type Measurement } from './statistics.js';

const ROUND_MILLISECONDS = 200;
const ROUNDS = 15;
const AIM_PER_SECOND = 1_000_000;
const KEY = 'new-checkout';
const PERCENTAGE = 50;

/** A type and not an interface, because only a type is anybody's context. */
type User = { targetingKey: string; country: string };

/** One of ten is of the country that the rule is for; the others go on to the percentage. */
const USERS: User[] = Array.from({ length: 1_000 }, (_, index) => ({
  targetingKey: `user-${index}`,
  country: index % 10 === 0 ? 'NO' : 'SE',
}));

/** A way to decide whether the flag is on: for those of country NO, and for 50 % of the others. */
export interface Decider {
  name: string;
  isOn: (user: User) => boolean;
  close?: () => void;
}

function burgee(): Decider {
  const flag: Flag = {
    flag_id: '0199c2f1-77aa-7b1c-8d2e-aabbccddeeff',
    key: KEY,
    name: KEY,
    type: 'boolean',
    is_enabled: true,
    rollout_percentage: PERCENTAGE,
    targeting_attribute: 'country',
    targeting_value: 'NO',
    targeting_return_value: 'true',
  };
  const flags = new Map([[KEY, flag]]);
  return { name: 'Burgee', isOn: (user) => evaluate(flags, KEY, false, user).value };
}

function growthBook(): Decider {
  const rules = [
    { condition: { country: 'NO' }, force: true },
    { force: true, coverage: PERCENTAGE / 100, hashAttribute: 'id' },
  ];
  const client = new GrowthBookClient().initSync({ payload: { features: { [KEY]: { defaultValue: false, rules } } } });
  return {
    name: 'GrowthBook',
    isOn: ({ targetingKey, country }) => client.isOn(KEY, { attributes: { id: targetingKey, country } }),
  };
}

function flagd(): Decider {
  const core = new FlagdCore();
  const variants = { on: true, off: false };
  const fractional = {
    fractional: [
      ['on', PERCENTAGE],
      ['off', 100 - PERCENTAGE],
    ],
  };
  const targeting = { if: [{ '==': [{ var: 'country' }, 'NO'] }, 'on', fractional] };
  core.setConfigurations(
    JSON.stringify({ flags: { [KEY]: { state: 'ENABLED', variants, defaultVariant: 'off', targeting } } }),
  );
  return { name: 'flagd', isOn: (user) => core.resolveBooleanEvaluation(KEY, false, user).value };
}

async function unleash(): Promise<Decider> {
  const parameters = { rollout: String(PERCENTAGE), stickiness: 'userId', groupId: KEY };
  const constraints = [
    { contextName: 'country', operator: 'IN', values: ['NO'], inverted: false, caseInsensitive: false },
  ];
  const strategies = [
    { name: 'default', parameters: {}, constraints },
    { name: 'flexibleRollout', parameters, constraints: [] },
  ];
  const feature = {
    name: KEY,
    type: 'release',
    enabled: true,
    project: '',
    stale: false,
    impressionData: false,
    variants: [],
    strategies,
  };
  const client = new Unleash({
    appName: 'bench',
    url: 'http://127.0.0.1:9/',
    refreshInterval: 0,
    disableMetrics: true,
    storageProvider: new InMemStorageProvider(),
    bootstrap: { data: [feature as never] },
  });
  // It asks its service, of which there is none, and goes on with what it was given.
  client.on('error', () => undefined);
  await new Promise<void>((resolve) => client.once('ready', () => resolve()));
  return {
    name: 'Unleash',
    isOn: ({ targetingKey, country }) => client.isEnabled(KEY, { userId: targetingKey, properties: { country } }),
    close: () => client.destroy(),
  };
}

export async function deciders(): Promise<{ ours: Decider; peers: Decider[] }> {
  return { ours: burgee(), peers: [growthBook(), flagd(), await unleash()] };
}

/** @throws when they do not decide the same thing: all of the country, about half of the others, and ours as its vectors say */
export function checkAgreement({ ours, peers }: { ours: Decider; peers: Decider[] }): void {
  for (const { name, isOn } of [ours, ...peers]) {
    const share = USERS.filter(isOn).length / USERS.length;
    const all = USERS.filter(({ country }) => country === 'NO').every(isOn);
    if (!all || Math.abs(share - 0.55) > 0.06)
      throw new Error(`${name} is on for ${share}, all of the country: ${all}`);
  }
  const same = (user: User) =>
    ours.isOn(user) === (user.country === 'NO' || bucketOf(KEY, user.targetingKey) < PERCENTAGE);
  if (!USERS.every(same)) throw new Error('Burgee does not decide as its vectors say.');
  const unleash = peers.find(({ name }) => name === 'Unleash');
  if (!USERS.every((user) => unleash?.isOn(user) === ours.isOn(user)))
    throw new Error('Unleash would give other users.');
}

/** Of processor time, so that what else runs on the machine does not count. */
function perSecond({ isOn }: Decider): number {
  let count = 0;
  let on = 0;
  let passed = 0;
  const start = process.cpuUsage();
  while (passed < ROUND_MILLISECONDS) {
    for (const user of USERS) if (isOn(user)) on++;
    count += USERS.length;
    const { user, system } = process.cpuUsage(start);
    passed = (user + system) / 1_000;
  }
  if (on === 0) throw new Error('never on');
  return (count / passed) * 1_000;
}

/** Decisions a second on one core: ours beside the aim and beside three published libraries, same rule, in turns. */
export async function measureEvaluations(): Promise<Measurement[]> {
  const all = await deciders();
  try {
    checkAgreement(all);
    const everyone = [all.ours, ...all.peers];
    for (const one of everyone) perSecond(one);
    const rounds = Array.from({ length: ROUNDS }, () => everyone.map(perSecond));
    const column = (index: number) => rounds.map((round) => round[index] ?? 0);
    const [ours, ...peers] = everyone.map((_, index) => median(column(index))) as [number, ...number[]];
    const name = 'a flag with a rule and a percentage';
    const unit = 'evaluations/s';
    const aim: Measurement = {
      name: `${name}, beside the aim`,
      ours,
      yardstick: AIM_PER_SECOND,
      ratio: ours / AIM_PER_SECOND,
      unit,
      target: { atLeast: 1 },
    };
    const beside = peers.map((yardstick, index): Measurement => {
      const ratio = median(rounds.map((round) => (round[0] ?? 0) / (round[index + 1] ?? 1)));
      return { name: `${name}, beside ${all.peers[index]?.name}`, ours, yardstick, ratio, unit };
    });
    return [aim, ...beside];
  } finally {
    for (const { close } of all.peers) close?.();
  }
}
