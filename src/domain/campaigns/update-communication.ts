import { type FieldError, throwIfAny } from '#contract'
import { noFieldErrors, unknownFieldErrors } from '#contract/merge-field-errors'
import { isId } from '#platform/lib/ids'
import { isTimeZone } from '#platform/lib/time-zone'
import type { TxContext } from '#platform/postgres/database'
import * as adminStore from './admin-store.ts'
import { communicationSettingsById } from './communication-settings.ts'
import type { ReminderPlan } from './reminder-plan.ts'
import type {
  CampaignTranslation,
  CommunicationSettings,
  CommunicationUpdate,
  NewCampaign,
} from './tables.ts'
import { normalizeTranslations, validateTranslations } from './translations.ts'

const maxReminders = 5

/**
 * Updates the given communication settings. Reminders that are already scheduled do not change; later ones
 * follow the new plan. Returns undefined if the account has no such campaign.
 */
export async function updateCommunication(
  ctx: TxContext,
  id: string,
  input: CommunicationUpdate,
): Promise<CommunicationSettings | undefined> {
  if (!isId(id)) return undefined
  throwIfAny(validateCommunication(input))
  const { translations, ...settings } = input
  await adminStore.update(ctx, id, {
    ...settings,
    ...(translations && { translations: normalizeTranslations(translations) }),
    updated_at: ctx.now,
  })
  return (await communicationSettingsById(ctx, [{ account_id: ctx.account_id, id }])).get(id)
}

export function validateCommunication({
  locale,
  time_zone,
  reminders,
  translations,
  email_message,
  theme,
}: CommunicationUpdate & TextsInput): FieldError[] {
  return [
    ...(locale === undefined || isLocale(locale)
      ? []
      : [invalid('locale', 'must be a language such as de or pt-BR')]),
    ...(time_zone === undefined || isTimeZone(time_zone)
      ? []
      : [invalid('time_zone', 'must be a time zone such as Europe/Berlin')]),
    ...(reminders === undefined ? [] : validatePlan(reminders)),
    ...validateTranslations(translations),
    ...validateFields({ email_message, theme, translations }),
  ]
}

/** The texts of a campaign that its recipients read. */
interface TextsInput {
  email_message?: NewCampaign['email_message'] | undefined
  theme?: NewCampaign['theme'] | undefined
}

/**
 * Validates the merge fields in the texts. Only the subject and the body of the email may contain the
 * recipient's name.
 */
function validateFields({
  email_message,
  theme,
  translations = {},
}: TextsInput & { translations?: CommunicationUpdate['translations'] }): FieldError[] {
  const validate = (param: string, { subject, body, headline, message }: CampaignTranslation) => [
    ...unknownFieldErrors(`${param}.subject`, subject ?? ''),
    ...unknownFieldErrors(`${param}.body`, body ?? ''),
    ...noFieldErrors(`${param}.headline`, headline ?? ''),
    ...noFieldErrors(`${param}.message`, message ?? ''),
  ]
  return [
    ...validate('email_message', { ...email_message }),
    ...validate('theme', { headline: theme?.headline ?? '', message: theme?.message ?? '' }),
    ...Object.entries(translations).flatMap(([language, texts]) =>
      validate(`translations.${language}`, texts),
    ),
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
