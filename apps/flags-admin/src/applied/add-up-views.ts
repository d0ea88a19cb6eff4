import type { AppliedView } from '@burgee/contracts/http';

/** Sums the views of all environments of one change. */
export function addUpViews(views: readonly AppliedView[]): AppliedView {
  const sum = (one: (view: AppliedView) => number) => views.reduce((total, view) => total + one(view), 0);
  const [not_waited] = views.flatMap((view) => view.not_waited ?? []);
  return {
    position: views.map(({ position }) => position).join(', '),
    clients: sum(({ clients }) => clients),
    delivered: sum(({ delivered }) => delivered),
    applied: sum(({ applied }) => applied),
    unknown: sum(({ unknown }) => unknown),
    at_edges: sum(({ at_edges }) => at_edges),
    estimated: views.some(({ estimated }) => estimated),
    sampled: views.some(({ sampled }) => sampled),
    complete: views.every(({ complete }) => complete),
    waiting: views.flatMap(({ waiting }) => waiting),
    ...(not_waited !== undefined && { not_waited }),
  };
}
