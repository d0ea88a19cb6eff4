interface Searched {
  name: string;
  description: string | null;
}

/** The projects whose name or description contains the text. */
export function findProjects<T extends Searched>(projects: readonly T[], text: string): T[] {
  const needle = text.trim().toLowerCase();
  return projects.filter(({ name, description }) => `${name}\n${description ?? ''}`.toLowerCase().includes(needle));
}
