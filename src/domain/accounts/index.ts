/**
 * Accounts and their users.
 *
 * - An *account* is a customer: one business in one region and stage, on a *tier*.
 * - A *person* signs in to the web app (see sign-in/).
 * - A *user* is a person in an account, with a role, and can be the sender of a gift.
 * - A *member* is a user as the members page of the account shows it. An *invitation* makes one.
 * - A *session* is a signed-in browser (see sign-in/).
 * - A *team* is a group of users (see teams/).
 *
 * Everything except `accounts.ts` and `managed-accounts.ts` acts on the account of the transaction context.
 */
export {
  createAccount,
  findAccount,
  hasAnyAccount,
  listAccounts,
  pageUrl,
} from './account/accounts.ts'
export {
  advanceDueRows,
  createDueRowLoop,
  type DueRows,
  findAccountsWithDueRows,
  isAnyRowDue,
  processDueRows,
  shiftDueRows,
  toDueTable,
} from './account/due-row-loop.ts'
export {
  deleteEndedAccounts,
  endAccount,
  resumeAccount,
} from './account/end-account.ts'
export {
  type AccountChange,
  findAccountByExternalId,
  findManagedAccount,
  isSuspended,
  listManagedAccounts,
  requireManagedAccount,
  suspendAccount,
  updateAccount,
} from './account/managed-accounts.ts'
export {
  createOperatorToken,
  findOperatorToken,
  listOperatorTokens,
  type OperatorToken,
  revokeOperatorToken,
} from './account/operator-tokens.ts'
export { findBrandsById, readSettings, updateSettings } from './account/settings.ts'
export type {
  Account,
  Brand,
  ManagedAccount,
  Settings,
  Stage,
  Tier,
  User,
} from './account/tables.ts'
export {
  accountNow,
  advanceTestClock,
  findClockOffsets,
  withAccountTime,
} from './account/test-clock.ts'
export { bootstrapAccount, issueSetupCode } from './bootstrap.ts'
export { dismiss, isDismissed, restoreDismissed } from './dismissals.ts'
export * from './domains/index.ts'
export { encryptedColumns } from './encrypted-columns.ts'
export * from './hosts/index.ts'
export * from './members/index.ts'
export {
  addUser,
  authenticatePerson,
  createUser,
  findActiveUser,
  findFirstUser,
  findUsersById,
} from './members/users.ts'
export * from './provisioning/index.ts'
export {
  can,
  hidesAddresses,
  isAllowed,
  type Permission,
  type Permitted,
  permissionsOf,
  type Requirement,
  type Role,
  showsAddresses,
} from './roles/permissions.ts'
export {
  changeRolePermissions,
  countUsersByRole,
  createRole,
  deleteRole,
  listCustomRoles,
  type RoleInput,
} from './roles/roles.ts'
export type { CustomRole } from './roles/tables.ts'
export * from './saved-views/index.ts'
export * from './sign-in/index.ts'
export * from './single-sign-on/index.ts'
export * from './teams/index.ts'
export * from './website/index.ts'
