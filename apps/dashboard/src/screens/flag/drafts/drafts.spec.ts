import type { FlagValueView } from '@burgee/contracts/http';
import { describe, expect, it } from '@jest/globals';
import {
  afterRefusal,
  afterRequest,
  afterSaving,
  change,
  changesOf,
  type Drafts,
  faultsOf,
  isOvertaken,
  onTop,
  rebase,
  unsaved,
  whyNotYet,
} from './drafts.js';
import { patchOf, stateOf, undoOf } from '../../../toggle/value-patch.js';

const row = (more: Partial<FlagValueView> = {}) =>
  ({
    environment_id: 'env',
    environment_name: 'Production',
    is_enabled: false,
    rollout_percentage: 100,
    targeting_attribute: null,
    targeting_value: null,
    targeting_return_value: null,
    updated_at: '1',
    ...more,
  }) as FlagValueView;
const NONE: Drafts = {};

describe('unsaved changes', () => {
  it('store and send only the edited fields', () => {
    const draft = change(NONE, row(), { rollout_percentage: 20 }).env!;
    expect(patchOf(draft)).toEqual({ rollout_percentage: 20 });
    expect(changesOf(draft)).toEqual([{ field: 'Rollout', before: '100%', after: '20%' }]);
  });

  it('are undone with the earlier values, a rule with its return value', () => {
    const before = row({ targeting_attribute: 'country', targeting_value: 'NO', targeting_return_value: 'true' });
    const draft = change(NONE, before, { targeting_attribute: null, targeting_value: null }).env!;
    const saved = { ...before, ...draft.value, targeting_return_value: null, updated_at: '2' };
    expect(undoOf(draft.base, saved)).toEqual({
      targeting_attribute: 'country',
      targeting_value: 'NO',
      targeting_return_value: 'true',
    });
    const created = change(NONE, row(), { targeting_attribute: 'a', targeting_value: 'b' }).env!;
    expect(undoOf(created.base, { ...row(), ...created.value })).toMatchObject({
      targeting_attribute: null,
      targeting_value: null,
      targeting_return_value: null,
    });
  });

  it('disappear when every field is back at its value', () => {
    const drafts = change(NONE, row(), { is_enabled: true });
    expect(change(drafts, row(), { is_enabled: false })).toEqual({});
  });

  it('disappear when the user reverts them, even after another user saved a value', () => {
    const drafts = change(NONE, row(), { rollout_percentage: 20 });
    const now = row({ is_enabled: true, updated_at: '2' });
    expect(change(drafts, now, { rollout_percentage: 100 })).toEqual({});
  });

  it("are overtaken by another user's save and keep their base", () => {
    const drafts = change(NONE, row(), { is_enabled: true });
    const now = row({ rollout_percentage: 5, updated_at: '2' });
    const later = change(drafts, now, { targeting_return_value: 'true' });
    expect(isOvertaken(later.env!, now)).toBe(true);
    expect(later.env!.base).toEqual(row());
  });

  it('drop saved fields and deleted environments', () => {
    const drafts = change(NONE, row(), { is_enabled: true });
    expect(unsaved(drafts, [row()])).toEqual(drafts);
    expect(unsaved(drafts, [row({ is_enabled: true, updated_at: '2' })])).toEqual({});
    expect(unsaved(drafts, [])).toEqual({});
  });

  it('stay when the user reverts them during a save', () => {
    const sent = change(NONE, row(), { rollout_percentage: 40 });
    const back = change(sent, row(), { rollout_percentage: 100 }, true);
    expect(unsaved(back, [row()], sent)).toEqual(back);
    expect(unsaved(back, [], sent)).toEqual({});
  });

  it('disappear once saved, except for edits made during the save', () => {
    const drafts = change(NONE, row(), { rollout_percentage: 40 });
    const stored = row({ rollout_percentage: 40, updated_at: '2' });
    expect(afterSaving(drafts, drafts.env!, stored)).toEqual({});
    const later = change(drafts, row(), { is_enabled: true, rollout_percentage: 50 });
    const left = afterSaving(later, drafts.env!, stored);
    expect(patchOf(left.env!)).toEqual({ is_enabled: true, rollout_percentage: 50 });
    expect(isOvertaken(left.env!, stored)).toBe(false);
    expect(afterSaving(NONE, drafts.env!, stored)).toEqual({});
  });

  it('need another save when the user reverted them during one, unless it was refused', () => {
    const sent = change(NONE, row(), { rollout_percentage: 40 });
    const back = change(sent, row(), { rollout_percentage: 100 }, true);
    const left = afterSaving(back, sent.env!, row({ rollout_percentage: 40, updated_at: '2' }));
    expect(patchOf(left.env!)).toEqual({ rollout_percentage: 100 });
    expect(afterRefusal(back, 'env')).toEqual({});
    expect(afterRefusal(sent, 'env')).toBe(sent);
  });

  it('disappear once requested, unless the user typed more', () => {
    const sent = change(NONE, row(), { rollout_percentage: 40 });
    expect(afterRequest(sent, sent.env!)).toEqual({});
    const typed = change(sent, row(), { is_enabled: true });
    expect(afterRequest(typed, sent.env!)).toBe(typed);
  });

  it('keep only the edited fields on the new row', () => {
    const now = row({ rollout_percentage: 5, updated_at: '2' });
    const drafts = rebase(change(NONE, row(), { is_enabled: true }), now);
    expect(drafts.env).toEqual({ base: now, value: { ...stateOf(now), is_enabled: true } });
    expect(isOvertaken(drafts.env!, now)).toBe(false);
  });

  it('show only the edited fields on top of a new row', () => {
    const draft = change(NONE, row(), { rollout_percentage: 40 }).env!;
    expect(onTop(draft, row({ is_enabled: true, rollout_percentage: 60 }))).toMatchObject({
      is_enabled: true,
      rollout_percentage: 40,
    });
  });

  it("set the return value when they clear a rule, even after another user's save", () => {
    const rule = { targeting_attribute: 'country', targeting_value: 'NO' };
    const cleared = { targeting_attribute: null, targeting_value: null, targeting_return_value: null };
    const drafts = change(NONE, row(rule), cleared);
    expect(patchOf(drafts.env!)).toEqual(cleared);
    const now = row({ ...rule, targeting_return_value: '7', updated_at: '2' });
    expect(onTop(drafts.env!, now)).toEqual(stateOf(row()));
    expect(patchOf(rebase(drafts, now).env!)).toEqual(cleared);
  });

  it('disappear on a new row with the same value', () => {
    expect(rebase(change(NONE, row(), { is_enabled: true }), row({ is_enabled: true, updated_at: '2' }))).toEqual({});
  });
});

describe('a value that the service would refuse', () => {
  const rule = { targeting_attribute: 'country', targeting_value: 'NO', targeting_return_value: 'x' };
  it.each([
    ['boolean', 'yes', true],
    ['boolean', 'true', false],
    ['number', '', true],
    ['number', '1.5', false],
    ['json', '{a:1}', true],
    ['json', '{"a":1}', false],
    ['string', '', false],
  ] as const)('%s %j: %s', (type, gets, isRefused) => {
    const faults = faultsOf({ ...stateOf(row()), ...rule, targeting_return_value: gets }, type);
    expect('targeting_return_value' in faults).toBe(isRefused);
  });

  it('names its environment and what is missing', () => {
    const drafts = change(NONE, row(), { ...rule, targeting_attribute: '' });
    expect(whyNotYet(drafts, 'boolean')).toEqual([
      'Production: Enter an attribute, such as country.',
      'Production: Enter true or false.',
    ]);
    expect(whyNotYet(change(NONE, row(), rule), 'string')).toEqual([]);
  });

  it('is reported at the missing half of a rule', () => {
    expect(Object.keys(faultsOf({ ...stateOf(row()), targeting_value: 'NO' }, 'string'))).toEqual([
      'targeting_attribute',
    ]);
    expect(Object.keys(faultsOf({ ...stateOf(row()), targeting_attribute: 'a' }, 'string'))).toEqual([
      'targeting_value',
    ]);
  });

  it('is not the value that the row already has', () => {
    const held = { ...stateOf(row()), targeting_attribute: ' ', targeting_return_value: 'many' };
    expect(faultsOf({ ...held, is_enabled: true }, 'number', held)).toEqual({});
    expect(Object.keys(faultsOf({ ...held, targeting_return_value: 'more' }, 'number', held))).toEqual([
      'targeting_return_value',
    ]);
    expect(whyNotYet(change(NONE, row(held), { rollout_percentage: 5 }), 'number')).toEqual([]);
  });

  it('a rule needs the name of an attribute', () => {
    expect(faultsOf({ ...stateOf(row()), ...rule, targeting_attribute: ' ' }, 'string')).toEqual({
      targeting_attribute: expect.any(String),
    });
  });
});
