/**
 * Occasions: gifts that rules send to contacts on their days.
 *
 * - rule       which day of which contacts, which campaign, and when its gift goes out
 * - occasion   the day of one person in one year under a rule
 * - check      what a loop does with a rule that is on: it sends the gifts that are due
 * - outcome    what became of an occasion: sent, submitted for approval, failed or skipped
 * - person key one gift per person, rule and year: a digest of each address and external id of the person
 * - forecast   the plan of a year, or what last year would have been
 *
 * plan.ts decides everything about one person without a database, for the check, the forecast and the explanation.
 */
export { advanceRules, dueRules, findOwner, reviewRules } from './check.ts'
export { type Explanation, explainContact } from './explain.ts'
export {
  type DraftRule,
  type Forecast,
  forecast,
  type Period,
  type PlannedGift,
} from './forecast.ts'
export { takePlanSlot } from './plan-slots.ts'
export { erasePerson, findPersonalOutcomes, purgeOutcomes } from './privacy.ts'
export {
  allowOccasion,
  changeRule,
  createRule,
  deleteRule,
  getRule,
  listRules,
  type RuleInput,
  switchOff,
  switchOn,
} from './rules.ts'
export { skipOccasion } from './skip.ts'
export type { Outcome, Rule, RuleTerms } from './tables.ts'
