import type { EnvironmentView } from '@burgee/contracts/http';
import { describe, expect, it } from '@jest/globals';
import { inOrder, isSameOrder, moveEnvironment, rowsInOrder } from './order-environments.js';

const ALL = ['dev', 'test', 'prod'].map((id, index) => ({ id, order: index + 1 }) as EnvironmentView);
const [dev, test, prod] = ALL as [EnvironmentView, EnvironmentView, EnvironmentView];

describe('the order of environments', () => {
  it('follows the project, and puts the older environment first in a tie', () => {
    expect(inOrder([prod, dev, test])).toEqual([dev, test, prod]);
    const [late, later] = [
      { ...dev, order: 1_000 },
      { ...prod, order: 1_000 },
    ];
    expect(inOrder([late, later, test])).toEqual([test, late, later]);
  });

  it('applies to the rows of a flag too', () => {
    const rows = ['dev', 'gone', 'prod'].map((environment_id) => ({ environment_id }));
    expect(rowsInOrder(rows, [prod, test, dev])).toEqual([{ environment_id: 'prod' }, { environment_id: 'dev' }]);
  });

  it('is compared with another order', () => {
    expect(isSameOrder(ALL, [...ALL])).toBe(true);
    expect(isSameOrder(ALL, [dev, prod, test])).toBe(false);
    expect(isSameOrder(ALL, [dev, test])).toBe(false);
  });

  it('changes by one place, and not beyond either end', () => {
    expect(moveEnvironment(ALL, prod, -1)).toEqual([dev, prod, test]);
    expect(moveEnvironment(ALL, prod, 1)).toEqual(ALL);
    expect(moveEnvironment([dev], prod, -1)).toEqual([dev]);
  });
});
