/**
 * The members of an account: their roles, and invitations.
 *
 * - An *admin* may do everything in the account; a *sender* may send gifts. Every account has at least
 *   one admin.
 * - An *invitation* is a link in an email. The link is valid for a week and creates a user.
 */
export { withDistinctNames } from './distinct-names.ts'
export {
  acceptInvitation,
  confirmInvitedAddress,
  invite,
  listInvitations,
  type NewInvitation,
  previewInvitation,
  renewInvitation,
  revokeInvitation,
} from './invitations.ts'
export {
  changeRole,
  findMember,
  findMemberByProvenEmail,
  listAllMembers,
  listMembers,
  removeMember,
  renameMember,
  resumeMember,
  suspendMember,
  transferAdmin,
} from './members.ts'
export { listOperators, setOperator } from './operators.ts'
export { lacksSecondFactor } from './store.ts'
export type { Invitation, Member } from './tables.ts'
