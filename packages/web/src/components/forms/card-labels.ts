import type { Campaign } from '#web/admin-api.ts'
import { t } from '#web/i18n/common.ts'

export type CardDesign = NonNullable<Campaign['greeting']['card']>

/** The designed cards in the order of the picker. */
export const cardLabels: Readonly<Record<CardDesign, string>> = {
  birthday: t('Birthday'),
  'thank-you': t('Thank you'),
  welcome: t('Welcome'),
  congratulations: t('Congratulations'),
  'great-work': t('Great work'),
  anniversary: t('Anniversary'),
  wedding: t('Wedding'),
  'new-baby': t('New baby'),
  'get-well': t('Get well'),
  sympathy: t('Sympathy'),
  holidays: t('Holidays'),
  'just-because': t('Just because'),
}

export const cardUrl = (card: string): string => `/pages/card-${card}.svg`
