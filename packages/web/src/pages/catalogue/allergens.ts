import type { ProductDetail } from '#web/admin-api.ts'
import { t } from '#web/i18n/catalogue.ts'

export type Allergen = ProductDetail['allergens'][number]

export const allergenLabels: Readonly<Record<Allergen, string>> = {
  gluten: t('Gluten'),
  crustaceans: t('Crustaceans'),
  eggs: t('Eggs'),
  fish: t('Fish'),
  peanuts: t('Peanuts'),
  soybeans: t('Soy'),
  milk: t('Milk'),
  nuts: t('Tree nuts'),
  celery: t('Celery'),
  mustard: t('Mustard'),
  sesame: t('Sesame'),
  sulphites: t('Sulphites'),
  lupin: t('Lupin'),
  molluscs: t('Molluscs'),
}
