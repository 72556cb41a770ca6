import type { OccasionRule, OccasionTerms, PlannedGift } from '#web/admin-api.ts'
import { countryName } from '#web/components/formats/country-name.ts'
import { formatDate, formatValues, joinSentences } from '#web/i18n/format.ts'
import { language } from '#web/i18n/language.ts'
import { t } from '#web/i18n/occasions.ts'

type Kind = OccasionTerms['kind']

export const kindLabels: Readonly<Record<Kind, string>> = {
  birthday: t('Birthday'),
  anniversary: t('Work anniversary'),
  first_day: t('First day of work'),
  last_day: t('Last day of work'),
  date: t('A day in a field of your own'),
}

/** Describes the day and the people of a rule. */
export function describeTerms(terms: OccasionTerms, groups: readonly string[]): string {
  const { kind, field, years, countries, departments } = terms
  const day =
    kind === 'date'
      ? (field ?? '')
      : years.length > 0
        ? t('Work anniversary: years {years}', { years: formatValues(years) })
        : kindLabels[kind]
  const limits = [...groups, ...countries.map(countryName), ...departments]
  return limits.length === 0 ? day : `${day} · ${formatValues(limits)}`
}

/** Describes when the gift of a rule goes out. */
export function describeTiming({
  timing,
  offset_days,
  choice_days,
  weekends,
}: OccasionTerms): string {
  const day =
    offset_days === 0
      ? t('On the day')
      : offset_days < 0
        ? t('{count} days before', { count: -offset_days })
        : t('{count} days after', { count: offset_days })
  const arrival =
    timing === 'in_time'
      ? t('arrives by then, with {count} days to choose', { count: choice_days })
      : ''
  const working = weekends === 'same' ? '' : t('on working days')
  return formatValues([day, arrival, working].filter((part) => part !== ''))
}

export const formatDay = (day: string): string =>
  formatDate(new Date(`${day}T12:00:00Z`), { dateStyle: 'medium', timeZone: 'UTC' })

/** Says which public holidays change the days of a gift; empty without one. */
export function describeHolidays({
  moved_by,
  parcel_holidays,
  target_day,
  wanted_day,
}: PlannedGift): string {
  const move = moved_by && {
    date: formatDay(target_day),
    planned: formatDay(wanted_day),
    holiday: nameHoliday(moved_by),
  }
  const names = [...new Set(parcel_holidays.map(nameHoliday))]
  return joinSentences([
    ...(move === null ? [] : [t('For {date} instead of {planned}: {holiday}.', move)]),
    ...(names.length === 0
      ? []
      : [t('The parcel takes longer: {holidays}.', { holidays: formatValues(names) })]),
  ])
}

const nameHoliday = ({ name, own_name, language: own }: PlannedGift['parcel_holidays'][number]) =>
  own === language && own_name !== null ? own_name : name

export const stateLabels: Readonly<Record<PlannedGift['state'], string>> = {
  planned: t('Planned'),
  sent: t('Sent'),
  submitted: t('Awaits approval'),
  failed: t('Refused'),
  skipped: t('Left out'),
  cancelled: t('Cancelled'),
}

/** Why a gift that waited was cancelled. */
export const departureLabels: Readonly<Record<string, string>> = {
  contact_deleted: t('The contact was deleted.'),
  after_last_day: t('The person leaves before the day.'),
  do_not_gift: t('The person gets no gifts.'),
}

/** Why people get nothing, for the counts of a forecast. */
export const reasonLabels: Readonly<Record<string, string>> = {
  do_not_gift: t('Get no gifts'),
  no_email: t('No email address'),
  no_name: t('No first or last name'),
  no_date: t('The day is not entered'),
  other_group: t('In another group'),
  other_country: t('In another country'),
  other_department: t('In another department'),
  year_not_chosen: t('Another anniversary'),
  before_first_day: t('Before their first day of work'),
  after_last_day: t('After their last day of work'),
  given: t('Have a gift already'),
  missed: t('Were added too late'),
  campaign_ended: t('After the end of the campaign'),
}

export const isOn = ({ on_since }: Pick<OccasionRule, 'on_since'>): boolean => on_since !== null
