/**
 * Provisioning: an identity provider creates, changes and ends the users of an account (SCIM 2.0).
 *
 * - A *provisioned user* is a user of the account as the identity provider sees it, with its own id for the user.
 * - A *provisioned group* is a group of the identity provider. Its members get the role that an admin gives its name.
 * - The *token* of an account is for its identity provider alone.
 */
export type {
  Comparator,
  FilterTerm,
  GroupMember,
  ProvisioningFilter,
  UserMember,
} from './filter.ts'
export {
  changeProvisionedGroup,
  createProvisionedGroup,
  type GroupChange,
  getProvisionedGroup,
  listProvisionedGroups,
  type MembersChange,
  removeProvisionedGroup,
} from './groups.ts'
export {
  authenticateProvisioning,
  createProvisioningToken,
  makesContacts,
  readProvisioning,
  revokeProvisioningToken,
  saveProvisioningRoles,
} from './settings.ts'
export type { ProvisioningCaller } from './settings-store.ts'
export type {
  GroupRole,
  ProvisionedGroup,
  ProvisionedUser,
  ProvisionedUserInput,
  ProvisioningSettings,
  RoleChange,
} from './tables.ts'
export {
  findAddressesOfUsers,
  findUsers as findProvisionedUsers,
  listManagedUsers,
} from './user-store.ts'
export {
  changeProvisionedUser,
  createProvisionedUser,
  getProvisionedUser,
  listProvisionedUsers,
  removeProvisionedUser,
} from './users.ts'
