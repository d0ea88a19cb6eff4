/** The texts of the page that invites people, apart from its form. */
export const texts = {
  title: (project: string) => `Invite people to ${project}`,
  tab: (project: string) => `Invite · ${project}`,
  onlyAdmins: 'Only admins and owners can invite people. Ask one of them.',
  people: 'All people in this project',
};
