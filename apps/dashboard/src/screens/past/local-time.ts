const two = (value: number) => String(value).padStart(2, '0');

/** An instant as the field for a local time writes it, to the second. */
export function toLocalTime(instant: string): string {
  const time = new Date(instant);
  const day = [time.getFullYear(), two(time.getMonth() + 1), two(time.getDate())].join('-');
  return `${day}T${[time.getHours(), time.getMinutes(), time.getSeconds()].map(two).join(':')}`;
}

/** @returns undefined while somebody types it */
export function fromLocalTime(local: string): string | undefined {
  const time = Date.parse(local);
  return local === '' || Number.isNaN(time) ? undefined : new Date(time).toISOString();
}
