/**
 * The people of an account: who they are, what they may, and how new ones come in.
 *
 * - An *admin* may do everything in the account; a *sender* gives. An account always has an admin.
 * - An *invitation* is a link that goes by mail, and makes a person of whoever follows it, for a week.
 */
export {
  acceptInvitation,
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
  listMembers,
  removeMember,
  renameMember,
  transferAdmin,
} from './members.ts'
export type { Invitation, Member } from './tables.ts'
