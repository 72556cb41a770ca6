import { Type } from 'typebox'
import * as gifting from '#gifting'
import { strict } from '../lib/schemas.ts'

const limit = (maximum: number) => Type.Integer({ minimum: 1, maximum })
const { maxClaimLimits } = gifting

const rules = Type.Object({
  require_confirmation: Type.Boolean(),
  require_approval: Type.Boolean(),
  has_waiting_list: Type.Boolean(),
  refuse_disposable: Type.Boolean(),
  max_claims_per_address: limit(maxClaimLimits.max_claims_per_address),
  max_claims_per_network: limit(maxClaimLimits.max_claims_per_network),
  max_claims_per_device: limit(maxClaimLimits.max_claims_per_device),
})

/** The rules for claims of a one-link, each optional. */
export const ClaimRulesChange = Type.Partial(rules, strict)

export const claimRuleProperties = ClaimRulesChange.properties
