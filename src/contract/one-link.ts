import { type Static, Type } from 'typebox'
import { NewRecipient } from './new-gift-request.ts'
import { createNormalizer, id } from './normalize.ts'
import { ClaimRulesChange } from './one-link-claims.ts'
import { defineBody, defineChanges } from './request-body.ts'
import { strict } from './request-parts.ts'
import { compileValidator } from './validator.ts'

const allowed_email_domains = Type.Array(
  Type.String({
    minLength: 1,
    maxLength: 253,
    format: 'idn-hostname',
    description: 'A domain such as example.com, in any script.',
  }),
  { maxItems: 50 },
)
const expires_at = Type.String({ format: 'date-time' })

/** The body of `POST /one_links` (decisions §5). */
export const NewOneLink = Type.Object(
  {
    campaign_id: Type.String({
      ...id,
      description: 'An available campaign of this account that invites by one-link.',
    }),
    quantity: Type.Integer({ minimum: 1, maximum: 10_000 }),
    allowed_email_domains: Type.Optional(allowed_email_domains),
    expires_at: Type.Optional(expires_at),
  },
  strict,
)
export type NewOneLink = Static<typeof NewOneLink>

export const newOneLinkValidator = compileValidator(NewOneLink)
export const normalizeNewOneLink = createNormalizer(NewOneLink)

/** The body of users: also a name, which only the web app shows, the team, and the claim rules. */
export const newOneLinkAppBody = defineBody(
  Type.Object(
    {
      ...NewOneLink.properties,
      name: Type.Optional(Type.String({ maxLength: 1_000 })),
      team_id: Type.Optional(
        Type.String({ format: 'uuid', description: 'The team of a user with several.' }),
      ),
      ...ClaimRulesChange.properties,
    },
    strict,
  ),
)

const OneLinkChange = Type.Object(
  {
    allowed_email_domains: Type.Optional(
      Type.Array(allowed_email_domains.items, {
        maxItems: 50,
        description: 'Replaces the list, for further claims. Empty: every visitor can claim.',
      }),
    ),
    expires_at: Type.Optional(expires_at),
  },
  strict,
)
export type OneLinkChange = Static<typeof OneLinkChange>

/** The body of `PATCH /one_links/{id}`. */
export const oneLinkChangeBody = defineChanges(OneLinkChange)

/** `all_claimed`: the one-link is open, but all of its placeholders are claimed. */
export const oneLinkStates = ['open', 'closed', 'expired', 'all_claimed'] as const
export type OneLinkState = (typeof oneLinkStates)[number]

/** A one-link in its wire format. */
export interface OneLinkView {
  id: string
  campaign: { id: string; name: string; web_url: string }
  /** The public URL that a QR code shows. */
  url: string
  quantity: number
  /** Placeholders that were claimed, in any later state. */
  claimed: number
  /** Placeholders that can be claimed now. */
  available: number
  state: OneLinkState
  /** Empty: every visitor can claim. */
  allowed_email_domains: readonly string[]
  expires_at: Date
  closed_at: Date | null
  created_at: Date
  updated_at: Date
}

/** The data that a visitor of a one-link enters to claim a gift: the members of a recipient. */
export type ClaimInput = Static<typeof NewRecipient>
export const claimInputValidator = compileValidator(NewRecipient)
