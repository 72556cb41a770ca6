import type * as accounts from '#accounts'
import type { Sender } from '#contract'
import type * as sends from '#sends'

export const toSender = ({ user_id: id, name, email }: accounts.SessionUser): Sender => ({
  id,
  name,
  email,
})

export const toApprover = ({ user_id: id, name, permissions }: accounts.SessionUser) => ({
  id,
  name,
  permissions,
})

/** Converts a user to the sender of a send. If the user is not an admin, the send can need approval. */
export const toSendingUser = (user: accounts.SessionUser): sends.SendingUser => ({
  sender: toSender(user),
  isRestricted: user.role !== 'admin',
})
