/** The lanes that run a test file, the one of every change first. @param path from the root, with slashes */
export function lanesThatRun(path: string): string[];
