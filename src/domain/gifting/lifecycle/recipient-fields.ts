import { v5 } from 'uuid'
import type { Gift } from './tables.ts'

/** The recipient's columns of a gift request. */
export type RecipientFields = Pick<
  Gift,
  'contact_id' | 'email_key' | 'first_name' | 'last_name' | 'email' | 'thank_you_count'
>

/** The fields of an unclaimed placeholder. A recipient without an email address has no contact row either. */
export const noRecipient: RecipientFields = {
  contact_id: null,
  email_key: '',
  first_name: '',
  last_name: '',
  email: '',
  thank_you_count: 0,
}

/** Returns the contact's id, or a stable id derived from the gift request for a recipient without a contact. */
export const getRecipientId = ({ contact_id, id }: Pick<Gift, 'contact_id' | 'id'>): string =>
  contact_id ?? v5('recipient', id)
