import { Type } from 'typebox'
import { enumOf, nullable } from './schema-parts.ts'

/* The schemas of claims and recipients in responses. */

const text = Type.String()
const id = Type.String({ format: 'uuid' })
const count = Type.Integer({ minimum: 0 })
const timestamp = Type.String({ format: 'date-time' })

const rules = {
  require_confirmation: Type.Boolean({ description: 'A claim needs a link from an email.' }),
  require_approval: Type.Boolean({ description: 'A sender approves each claim.' }),
  has_waiting_list: Type.Boolean(),
  refuse_disposable: Type.Boolean({ description: 'Rejects addresses of disposable mailboxes.' }),
  max_claims_per_address: Type.Integer({ minimum: 1 }),
  max_claims_per_network: Type.Integer({ minimum: 1 }),
  max_claims_per_device: Type.Integer({ minimum: 1 }),
}
const ClaimRules = Type.Object({
  one_link_id: nullable(id, 'Null for the rules of new one-links.'),
  ...rules,
})

const Claim = Type.Object({
  id,
  one_link_id: id,
  state: enumOf(
    ['pending', 'listed', 'offered'],
    'Waits for approval, is on the waiting list, or was offered a place.',
  ),
  name: text,
  email: text,
  since: timestamp,
  until: nullable(timestamp, 'When the claim ends by itself.'),
})

const ClaimDecision = Type.Object({
  decided: count,
  skipped: Type.Integer({ minimum: 0, description: 'Claims that were decided before, or lapsed.' }),
})

const DeniedClaimant = Type.Object({
  id,
  kind: enumOf(['address', 'domain']),
  entry: text,
  created_at: timestamp,
})

const DenyListChange = Type.Object({ added: count, removed: count })

/** A note of a user about a recipient: only the web app has it. */
export const ContactNote = Type.Object({
  id,
  author: Type.Object({ id, name: text }),
  text,
  created_at: timestamp,
})

const ContactRecipient = Type.Object({
  id: Type.String({ format: 'uuid', description: '`recipient.id` of gift requests.' }),
  email: text,
  first_name: Type.String({ description: 'From the latest gift request.' }),
  last_name: text,
  name: text,
  thank_you_count: count,
  gift_request_count: count,
  declined_count: count,
  is_bounced: Type.Boolean({ description: 'Emails to the address bounced, and no more are sent.' }),
  last_gift_at: nullable(timestamp),
  created_at: timestamp,
})

const RecipientDetail = Type.Object({
  ...ContactRecipient.properties,
  thank_you_notes: Type.Array(
    Type.Object({ gift_request_id: id, reference: text, text, written_at: timestamp }),
  ),
  declines: Type.Array(
    Type.Object({
      gift_request_id: id,
      reference: text,
      reason: nullable(text),
      declined_at: timestamp,
    }),
  ),
})

const RecipientCorrection = Type.Object({
  recipient_id: id,
  gift_request_ids: Type.Array(id),
  is_dry_run: Type.Boolean(),
})

const anyObject = Type.Unsafe<object>({ type: 'object', additionalProperties: true })

const PersonalData = Type.Object({
  account: Type.Object({ id, name: text }),
  email: text,
  contact: nullable(anyObject),
  gift_requests: Type.Array(anyObject, {
    description: 'Each with its parcels, emails, events, changes and history.',
  }),
  claims: Type.Array(anyObject),
  other_emails: Type.Array(anyObject),
})

const Erasure = Type.Object({
  recipient_id: nullable(id, 'Null if the account has no such recipient.'),
  gift_requests: count,
  cancelled: Type.Integer({
    minimum: 0,
    description: 'Gift requests that were not dispatched, and are cancelled.',
  }),
  emails: count,
  is_dry_run: Type.Boolean(),
})

export const peopleSchemas = {
  claim_rules: ClaimRules,
  claims: Claim,
  claim_decisions: ClaimDecision,
  denied_claimants: DeniedClaimant,
  deny_list_changes: DenyListChange,
  recipients: ContactRecipient,
  recipient_details: RecipientDetail,
  recipient_corrections: RecipientCorrection,
  personal_data: PersonalData,
  erasures: Erasure,
} as const

/** Named schemas of the documents. */
export const namedPeopleResources = {
  ClaimRules,
  Claim,
  ClaimDecision,
  DeniedClaimant,
  DenyListChange,
  ContactRecipient,
  RecipientDetail,
  RecipientCorrection,
  PersonalData,
  Erasure,
} as const
