import { type FieldError, throwIfAny } from '#contract'
import { isId } from '#platform/ids'
import type { TxContext } from '#platform/postgres'
import { type Manner, mannersBy } from './manner.ts'
import type { ReminderPlan } from './reminders.ts'
import * as store from './store.ts'

export interface WantedManner {
  locale?: string
  time_zone?: string
  reminders?: ReminderPlan
}

const mostReminders = 5

/**
 * Changes how a campaign writes to people; what is left out stays. Reminders that are already planned
 * keep their moment, and follow the new plan from then on. Undefined when the account has none by that id.
 */
export async function changeManner(
  ctx: TxContext,
  id: string,
  wanted: WantedManner,
): Promise<Manner | undefined> {
  if (!isId(id)) return undefined
  throwIfAny(mannerProblems(wanted))
  await store.changeManner(ctx, id, wanted)
  return (await mannersBy(ctx, [{ account_id: ctx.account_id, id }])).get(id)
}

export function mannerProblems({ locale, time_zone, reminders }: WantedManner): FieldError[] {
  return [
    ...(locale === undefined || isLocale(locale)
      ? []
      : [wrong('locale', 'must be a language such as de or pt-BR')]),
    ...(time_zone === undefined || isTimeZone(time_zone)
      ? []
      : [wrong('time_zone', 'must be a time zone such as Europe/Berlin')]),
    ...(reminders === undefined ? [] : wrongPlan(reminders)),
  ]
}

function wrongPlan({ after_days, before_expiry_days, quiet }: ReminderPlan): FieldError[] {
  const wrongDays = (param: string, days: readonly number[]) =>
    days.length <= mostReminders &&
    days.every((each) => Number.isInteger(each) && each >= 1 && each <= 365)
      ? []
      : [wrong(param, `must be at most ${mostReminders} whole numbers of days from 1 to 365`)]
  const isTime = (text: string) => /^([01]\d|2[0-3]):[0-5]\d$/.test(text)
  return [
    ...wrongDays('reminders.after_days', after_days),
    ...wrongDays('reminders.before_expiry_days', before_expiry_days),
    ...(quiet === null || (isTime(quiet.from) && isTime(quiet.to))
      ? []
      : [wrong('reminders.quiet', 'must be two times of day such as 20:00 and 08:00')]),
  ]
}

const wrong = (param: string, message: string): FieldError => ({ code: 'invalid', param, message })

function isLocale(text: string): boolean {
  try {
    return text.length <= 35 && Intl.getCanonicalLocales(text).length === 1
  } catch {
    return false
  }
}

function isTimeZone(text: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: text }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}
