const nameOf = (userId: string) => `burgee-last-project-${userId}`;

/** Remembers the project that this account opened last in this browser. */
export function noteLastProject(userId: string, projectId: string): void {
  try {
    localStorage.setItem(nameOf(userId), projectId);
  } catch {
    // Without storage, the start page lists the projects.
  }
}

export function lastProject(userId: string | undefined): string | undefined {
  try {
    return (userId !== undefined && localStorage.getItem(nameOf(userId))) || undefined;
  } catch {
    return undefined;
  }
}
