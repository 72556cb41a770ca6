import { type FieldError, throwIfAny } from '#contract'
import { isId } from '#platform/lib/ids'
import type { TxContext } from '#platform/postgres/database'
import { communicationSettingsById } from './communication-settings.ts'
import type { ReminderPlan } from './reminder-plan.ts'
import * as store from './store.ts'
import type { CommunicationSettings, CommunicationUpdate } from './tables.ts'
import { validateTranslations } from './translations.ts'

const maxReminders = 5

/**
 * Updates the given communication settings. Scheduled reminders keep their time; later ones follow the new
 * plan. Returns undefined if the account has no such campaign.
 */
export async function updateCommunication(
  ctx: TxContext,
  id: string,
  input: CommunicationUpdate,
): Promise<CommunicationSettings | undefined> {
  if (!isId(id)) return undefined
  throwIfAny(validateCommunication(input))
  await store.updateCommunication(ctx, id, input)
  return (await communicationSettingsById(ctx, [{ account_id: ctx.account_id, id }])).get(id)
}

export function validateCommunication({
  locale,
  time_zone,
  reminders,
  translations,
}: CommunicationUpdate): FieldError[] {
  return [
    ...(locale === undefined || isLocale(locale)
      ? []
      : [invalid('locale', 'must be a language such as de or pt-BR')]),
    ...(time_zone === undefined || isTimeZone(time_zone)
      ? []
      : [invalid('time_zone', 'must be a time zone such as Europe/Berlin')]),
    ...(reminders === undefined ? [] : validatePlan(reminders)),
    ...validateTranslations(translations),
  ]
}

function validatePlan({ after_days, before_expiry_days, quiet }: ReminderPlan): FieldError[] {
  const validateDays = (param: string, days: readonly number[]) =>
    days.length <= maxReminders &&
    days.every((each) => Number.isInteger(each) && each >= 1 && each <= 365)
      ? []
      : [invalid(param, `must be at most ${maxReminders} whole numbers of days from 1 to 365`)]
  const isTime = (text: string) => /^([01]\d|2[0-3]):[0-5]\d$/.test(text)
  return [
    ...validateDays('reminders.after_days', after_days),
    ...validateDays('reminders.before_expiry_days', before_expiry_days),
    ...(quiet === null || (isTime(quiet.from) && isTime(quiet.to))
      ? []
      : [invalid('reminders.quiet', 'must be two times of day such as 20:00 and 08:00')]),
  ]
}

const invalid = (param: string, message: string): FieldError => ({
  code: 'invalid',
  param,
  message,
})

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
