/** What follows from `from`, made when first asked for and then the same for all who come with the same `from`. */
export function onceFor<K extends object, V>(made: WeakMap<K, V>, from: K, make: () => V): V {
  let value = made.get(from);
  if (value === undefined) {
    value = make();
    made.set(from, value);
  }
  return value;
}
