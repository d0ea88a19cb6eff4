import { describe, expect, it } from '@jest/globals';
import { findItems } from './find-items.js';
import type { PaletteItem } from './palette-item.js';

const item = (label: string, kind: PaletteItem['kind'] = 'flag', also?: string) => ({ id: label, kind, label, also });
const ITEMS = [
  item('Flags', 'page'),
  item('Sign out', 'command'),
  item('payments-retries'),
  item('payments-kill', 'flag', 'Stops all payments'),
  item('profile-kill'),
  item('Switch payments-kill on in Development', 'switch'),
  item('Switch payments-kill on in Production', 'switch'),
  item('Copy the SDK key of Development', 'command'),
];
const labels = (typed: string, recent: string[] = []) => findItems(ITEMS, typed, recent).map(({ label }) => label);

describe('the palette', () => {
  it.each([
    ['pay kill', 'payments-kill'],
    ['kill pay', 'payments-kill'],
    ['PAYMENTS-KILL', 'payments-kill'],
    ['stops all', 'payments-kill'],
    ['pay kill prod', 'Switch payments-kill on in Production'],
    ['sdk dev', 'Copy the SDK key of Development'],
    ['out', 'Sign out'],
  ])('finds %j: %s', (typed, expected) => expect(labels(typed)[0]).toBe(expected));

  it('lists a flag before its switches', () =>
    expect(labels('payments-kill')).toEqual([
      'payments-kill',
      expect.stringContaining('Switch payments-kill on in'),
      expect.stringContaining('Switch payments-kill on in'),
    ]));

  it('begins with recent items, and lists switches only in a search', () => {
    expect(labels('', ['profile-kill', 'gone', 'Sign out'])).toEqual([
      'profile-kill',
      'Sign out',
      'Flags',
      'payments-retries',
      'payments-kill',
      'Copy the SDK key of Development',
    ]);
    expect(labels('', ['Switch payments-kill on in Production'])[0]).toBe('Switch payments-kill on in Production');
  });

  it('prefers recent items', () => {
    expect(labels('kill')[0]).toBe('profile-kill');
    expect(labels('kill', ['payments-kill'])[0]).toBe('payments-kill');
  });

  it('lists a page whose name is being typed before flags and switches with the same letters', () => {
    const items = [
      item('Schedules', 'page'),
      item('scheduler'),
      item('Switch scheduler on in Development', 'switch'),
      item('Switch new-checkout on in Development', 'switch'),
    ];
    for (const typed of ['sched', 'Sched', 'schedule'])
      for (const recent of [[], ['scheduler', 'Switch scheduler on in Development']])
        expect(findItems(items, typed, recent)[0]?.label).toBe('Schedules');
    expect(findItems(items, 'scheduler', [])[0]?.label).toBe('scheduler');
  });

  it('finds nothing without a match', () => expect(labels('zzz')).toEqual([]));
});
