/** The role in a project, and those in environments: "viewer, editor in Staging". Earlier releases name no environments. */
export const describeRole = (role: string, environments: readonly { name: string; role: string }[] = []): string =>
  [role, ...environments.map((one) => `${one.role} in ${one.name}`)].join(', ');
