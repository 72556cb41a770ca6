import { t } from '#web/i18n/common.ts'
/** The kind of a product. A donation is a charity, and each of its variants is an amount. */
export type ProductKind = 'physical' | 'digital' | 'donation'

export const kindLabels: Readonly<Record<ProductKind, string>> = {
  physical: t('Physical'),
  digital: t('Digital'),
  donation: t('Donation'),
}

/** Describes the stock of an item. If the item has no stock, the function returns the name of its kind. */
export const describeStock = ({ kind, available }: { kind: ProductKind; available: number }) =>
  kind === 'physical' ? t('{available} in stock', { available }) : kindLabels[kind]
