import type * as accounts from '#accounts'
import type { Sender } from '#contract'
import type * as gifting from '#gifting'

export const toSender = ({ user_id: id, name, email }: accounts.SessionUser): Sender => ({
  id,
  name,
  email,
})

/** Sends of users who are not admins can need approval. */
export const toSendingUser = (member: accounts.SessionUser): gifting.SendingUser => ({
  sender: toSender(member),
  isRestricted: member.role !== 'admin',
})
