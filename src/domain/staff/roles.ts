// What a member of the staff may do: three roles, each of which may do all that the next one may.

/** The one who may most first. */
export const ROLES = ['manager', 'reception', 'viewer'] as const;
export type Role = (typeof ROLES)[number];

export const ROLE_NAMES: Readonly<Record<Role, string>> = { manager: '管理者', reception: '受付', viewer: '閲覧' };

/** Whether somebody may do what takes at least this role. */
export const isAtLeast = (role: Role, least: Role) => ROLES.indexOf(role) <= ROLES.indexOf(least);
