import type { EmailMessage } from '#contract'
import type { occasionKinds, outcomeStates, timings } from '#contract/occasion-limits'

type OccasionKind = (typeof occasionKinds)[number]

/** What a rule says. A user changes all of it at once. */
export interface RuleTerms {
  kind: OccasionKind
  /** The own field of contacts for `date`. */
  field: string | null
  /** Whether a `date` counts each year. */
  repeats: boolean
  /** The anniversaries, such as 1, 5 and 10. Empty: each. */
  years: readonly number[]
  /** Days from the day of the person to the day of the gift: negative before it. */
  offset_days: number
  /** Empty lists restrict nothing. */
  group_ids: readonly string[]
  countries: readonly string[]
  departments: readonly string[]
  campaign_id: string
  /** The team that the gifts are for, of an owner with several. */
  team_id: string | null
  /** Replaces the message of the campaign. */
  email_message: EmailMessage | null
  timing: (typeof timings)[number]
  /** For `in_time`: the days that recipients have to choose, before the days of the parcel. */
  choice_days: number
  /** What happens to a day on a weekend or public holiday of the person's country. */
  weekends: 'same' | 'before' | 'after'
  /** The local time of the invitation, such as 09:00. */
  send_time: string
  /** For people without a time zone. */
  time_zone: string
  /** Whether an approver confirms each group of gifts. */
  needs_approval: boolean
  /** For people who were added late: how many days after the day a gift is still sent. */
  max_days_late: number
}

/** A row of occasions.rule. */
export interface Rule {
  id: string
  name: string
  terms: RuleTerms
  /** The user in whose name the gifts are sent. */
  owner_id: string
  campaign_id: string
  /** When the rule was switched on. Null: it is off. */
  on_since: Date | null
  /** The next check, by the real clock. */
  due_at: Date | null
  checked_at: Date | null
  /** Why the last check sent nothing. */
  problem: string | null
  created_at: Date
  updated_at: Date
}

/** A row of occasions.outcome: what became of one occasion of a person. */
export interface Outcome {
  rule_id: string
  contact_id: string
  /** The year of the person's day, before the offset. */
  year: number
  day: string
  send_at: Date
  state: (typeof outcomeStates)[number]
  reason: string | null
  is_late: boolean
  bulk_send_id: string | null
  gift_request_id: string | null
  /** Who skipped it. */
  actor_name: string | null
  created_at: Date
}

/** So many days before the gifts of a rule that needs approval, its approvers are asked. */
export const approvalLeadDays = 7
/** Two gifts of one rule to a person are at least this far apart, so that a corrected date sends no second one. */
export const minDaysApart = 183
/** What a parcel needs if the account has too few parcels to a country to say. */
export const defaultParcelDays = 7
export const maxRules = 30
