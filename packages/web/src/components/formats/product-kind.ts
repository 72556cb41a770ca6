import { t } from '#web/i18n/common.ts'
/** A donation is a charity; each of its variants is an amount. */
export type ProductKind = 'physical' | 'digital' | 'donation'

export const kindLabels: Readonly<Record<ProductKind, string>> = {
  physical: t('Physical'),
  digital: t('Digital'),
  donation: t('Donation'),
}

/** The stock of an item, or its kind if it has no stock. */
export const describeStock = ({ kind, available }: { kind: ProductKind; available: number }) =>
  kind === 'physical' ? t('{available} in stock', { available }) : kindLabels[kind]
