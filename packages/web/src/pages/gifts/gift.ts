import { useQuery } from '@tanstack/react-query'
import { api } from '#web/api.ts'

/* A gift request in responses of the admin API. */

export interface GiftItem {
  variant_id: string
  name: string
  quantity: number
  kind: string
  images: { url: string; urls: { thumbnail: string } }[]
}

export type ManualState =
  | 'in_transit'
  | 'out_for_delivery'
  | 'delivery_attempt_failed'
  | 'delivered'
  | 'returned'
  | 'lost'

export interface Parcel {
  id: string
  number: number
  state: string
  lines: { line_item_id: string; name: string; quantity: number }[]
  carrier: string | null
  tracking_code: string | null
  tracking_url: string | null
  steps: { at: string; state: string; description: string; location: string | null }[]
  estimated_at: string | null
  can_ship_again: boolean
  /** The progress that a person can enter; empty when a carrier reports it. */
  next_states: ManualState[]
  can_edit_tracking: boolean
  can_restock: boolean
  /** The age of the adult who must sign for the parcel. */
  adult_signature_age: number | null
  problem: { reason: string; remedy: string } | null
}

/** A digital item of a gift, without its content. */
export interface DigitalItem {
  id: string
  name: string
  delivery: 'code' | 'link' | 'file'
  needs_code: boolean
  /** Null while the item waits for a code. */
  given_at: string | null
  revealed_at: string | null
  replaced_at: string | null
  downloads: number
  /** The last characters of the code; null for senders. */
  last_four: string | null
  can_replace: boolean
}

export interface GiftEmail {
  id: string
  kind: string
  state: string
  to: string | null
  subject: string | null
  error: string | null
  created_at: string
  sent_at: string | null
}

export interface GiftEvent {
  id: string
  type: string
  created_at: string
  deliveries: {
    id: string
    endpoint_id: string | null
    url: string | null
    description: string | null
    state: 'pending' | 'delivered' | 'abandoned' | 'parked'
    attempts: number
    status: number | null
    next_at: string | null
  }[]
}

/** A change by the recipient after the redemption. */
export interface GiftChange {
  id: string
  state: 'pending' | 'applied' | 'rejected'
  changes_address: boolean
  old_items: { variant_id: string; name: string }[]
  new_items: { variant_id: string; name: string }[]
  requested_at: string
  settled_at: string | null
}

export interface GiftReference {
  id: string
  reference: string
}

export type ActionName =
  | 'send_again'
  | 'remind'
  | 'extend'
  | 'correct_email'
  | 'fix_address'
  | 'cancel'

export interface Gift {
  id: string
  reference: string
  state: string
  status: string
  version: number
  is_direct: boolean
  campaign: { id: string; name: string } | null
  sender: { id: string; name: string; email: string }
  recipient: { id: string; name: string; email: string; thank_you_count: number }
  redemption_url: string | null
  one_link_id: string | null
  /** Null until the value is known. */
  address: { country: string | null } | null
  metadata: Record<string, string>
  send_at: string | null
  expires_at: string
  remind_at: string | null
  created_at: string
  updated_at: string
  message: { subject: string; body: string }
  offering: {
    selection_mode: 'one' | 'all'
    /** How many items the recipient can choose. */
    max_choices: number
    visible_at_redemption: boolean
    items: GiftItem[]
  }
  line_items: GiftItem[] | null
  digital_items: DigitalItem[]
  opened_at: string | null
  declined_at: string | null
  decline_reason: string | null
  renewal_requested_at: string | null
  /** The age that the recipient stated to have, and when. */
  age_confirmed: number | null
  age_confirmed_at: string | null
  thank_you_note: { text: string; at: string } | null
  /** The gift that this one replaces, and the one that replaces it. */
  reissued_from: GiftReference | null
  reissued_as: GiftReference | null
  /** Oldest first. */
  changes: GiftChange[]
  /** What the recipient can still change; null before the redemption and after the end. */
  changeability: {
    is_changeable: boolean
    blocker: string | null
    retry_at: string | null
  } | null
  history: {
    created_at: string
    from_state: string | null
    to_state: string
    cause: string
    events: string[]
  }[]
  /** Actions of users, oldest first. */
  user_actions: { action: string; name: string; at: string }[]
  parcels: Parcel[]
  emails: GiftEmail[]
  events: GiftEvent[]
  /** Why the action is unavailable; null if it is available. */
  actions: Record<ActionName, string | null>
}

export const useGift = (id: string) =>
  useQuery({
    queryKey: ['gift', id],
    queryFn: ({ signal }) => api.get<Gift>(`/gift-requests/${id}`, {}, signal),
  })
