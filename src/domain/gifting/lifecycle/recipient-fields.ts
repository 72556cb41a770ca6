import { v5 } from 'uuid'
import type { Gift } from './tables.ts'

/** Whom a gift request goes to. */
export type RecipientFields = Pick<
  Gift,
  'contact_id' | 'email_key' | 'first_name' | 'last_name' | 'email' | 'thank_you_count'
>

/** Of a placeholder that nobody has claimed; without an e-mail address, somebody is nobody's contact too. */
export const noRecipient: RecipientFields = {
  contact_id: null,
  email_key: '',
  first_name: '',
  last_name: '',
  email: '',
  thank_you_count: 0,
}

/** A recipient who is nobody's contact has an id nevertheless: the same one each time. */
export const getRecipientId = ({ contact_id, id }: Pick<Gift, 'contact_id' | 'id'>): string =>
  contact_id ?? v5('recipient', id)

/** One person for each spelling of an e-mail address. */
export const toEmailKey = (email: string): string => email.toLowerCase()
