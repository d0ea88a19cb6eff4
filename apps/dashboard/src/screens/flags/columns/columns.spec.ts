import type { EnvironmentView } from '@burgee/contracts/http';
import { describe, expect, it } from '@jest/globals';
import { chooseColumns, toChoice, toggleColumn } from './columns.js';

const ALL = ['dev', 'test', 'prod'].map((slug) => ({ id: slug, slug }) as EnvironmentView);
const [dev, test, prod] = ALL as [EnvironmentView, EnvironmentView, EnvironmentView];

describe('the columns of the table', () => {
  it.each([
    [undefined, [dev, test, prod]],
    ['prod,dev', [prod, dev]],
    ['prod,gone,prod', [prod]],
    ['gone', [dev, test, prod]],
  ])('of %j in the address', (choice, expected) => expect(chooseColumns(ALL, choice)).toEqual(expected));

  it('are not in the address when they are the default', () => {
    expect(toChoice(ALL, ALL)).toBeUndefined();
    expect(toChoice(ALL, [])).toBeUndefined();
    expect(toChoice(ALL, [prod, dev])).toBe('prod,dev');
  });

  it('are hidden and shown again, except the last', () => {
    expect(toggleColumn(ALL, test)).toEqual([dev, prod]);
    expect(toggleColumn([dev, prod], test)).toEqual([dev, prod, test]);
    expect(toggleColumn([dev], dev)).toEqual([dev]);
  });
});
