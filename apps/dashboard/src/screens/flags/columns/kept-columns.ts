const nameOf = (projectId: string) => `burgee-columns-${projectId}`;

/** The columns that the user chose for a project in this browser; undefined if storage is disabled. */
export function readColumns(projectId: string): string | undefined {
  try {
    return localStorage.getItem(nameOf(projectId)) ?? undefined;
  } catch {
    return undefined;
  }
}

export function keepColumns(projectId: string, choice: string | undefined): void {
  try {
    if (choice === undefined) localStorage.removeItem(nameOf(projectId));
    else localStorage.setItem(nameOf(projectId), choice);
  } catch {
    // The address still has it.
  }
}
