import { type Static, Type } from 'typebox'
import { id, singleLine } from './normalize.ts'
import { defineBody, defineChanges } from './request-body.ts'
import { optional, strict } from './request-parts.ts'

/* The bodies of operations on the claims of one-links. */

/** The largest values of the limits; the smallest is 1. */
export const maxClaimLimits = {
  max_claims_per_address: 100,
  max_claims_per_network: 100_000,
  max_claims_per_device: 10_000,
} as const

/** The claims in one decision, and the entries of one addition to the deny list. */
export const maxDecisions = 100
export const maxDeniedPerRequest = 500

/** Why a one-link refused a claim. */
export const refusalReasons = [
  'domain',
  'disposable',
  'denied',
  'address_limit',
  'network_limit',
  'device_limit',
  'email_limit',
  'full',
] as const
export type RefusalReason = (typeof refusalReasons)[number]

const limit = (maximum: number) => optional(Type.Integer({ minimum: 1, maximum }))

export const ClaimRulesChange = Type.Object(
  {
    require_confirmation: optional(Type.Boolean()),
    require_approval: optional(Type.Boolean()),
    has_waiting_list: optional(Type.Boolean()),
    refuse_disposable: optional(Type.Boolean()),
    max_claims_per_address: limit(maxClaimLimits.max_claims_per_address),
    max_claims_per_network: limit(maxClaimLimits.max_claims_per_network),
    max_claims_per_device: limit(maxClaimLimits.max_claims_per_device),
  },
  strict,
)
export type ClaimRulesChange = Static<typeof ClaimRulesChange>
export const claimRulesBody = defineChanges(ClaimRulesChange)

export const claimDefaultsBody = defineChanges(
  Type.Object({ require_confirmation: Type.Boolean() }, strict),
)

export const claimDecisionBody = defineBody(
  Type.Object(
    { ids: Type.Array(Type.String(id), { minItems: 1, maxItems: maxDecisions }) },
    strict,
  ),
)

export const deniedEntriesBody = defineBody(
  Type.Object(
    {
      entries: Type.Array(Type.String({ minLength: 1, maxLength: 320, ...singleLine }), {
        minItems: 1,
        maxItems: maxDeniedPerRequest,
        description: 'Email addresses, or domains such as example.com.',
      }),
    },
    strict,
  ),
)
