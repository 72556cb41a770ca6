import type { OccasionRule, OccasionTerms } from '#web/admin-api.ts'

export type OccasionFormValues = { name: string; owner_id: string } & OccasionTerms

/** Converts a rule to the values of the form. Without a rule: birthdays, on the day. */
export const toFormValues = (me: { id: string }, rule?: OccasionRule): OccasionFormValues =>
  rule === undefined ? { name: '', owner_id: me.id, ...newTerms() } : toInput(rule)

/** Returns what a user can change of a rule. */
export const toInput = ({
  id: _,
  owner_name: __,
  campaign_name: ___,
  on_since: ____,
  checked_at: _____,
  problem: ______,
  ...input
}: OccasionRule): OccasionFormValues => input

const newTerms = (): OccasionTerms => ({
  ...{ kind: 'birthday', field: null, repeats: false, years: [], offset_days: 0 },
  ...{ group_ids: [], countries: [], departments: [], campaign_id: '', team_id: null },
  ...{ email_message: null, timing: 'on_day', choice_days: 5, weekends: 'before' },
  ...{ send_time: '09:00', time_zone: Intl.DateTimeFormat().resolvedOptions().timeZone },
  ...{ needs_approval: false, max_days_late: 3 },
})
