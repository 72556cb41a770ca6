import {
  type DestinationRules,
  findUncovered,
  nameDestinations,
} from '#web/components/formats/destinations.ts'
import { countries } from '#web/components/forms/country-select.tsx'
import { t } from '#web/i18n/common.ts'
import { Notice } from './notice.tsx'

/** A warning before a send. It lists the countries where recipients would find no item to choose. */
export function CoverageNotice({ items }: { items: readonly DestinationRules[] }) {
  const uncovered = findUncovered(items)
  if (uncovered.length === 0) return null
  const covered = countries
    .map(({ value }) => value)
    .filter((country) => !uncovered.includes(country))
  if (covered.length === 0)
    return (
      <Notice tone="bad" title={t('No item may be sent anywhere')}>
        {t('Check the destinations of these products.')}
      </Notice>
    )
  const isMostlyUncovered = covered.length < uncovered.length
  return (
    <Notice tone="bad" title={t('Not available in every country')}>
      {isMostlyUncovered
        ? t('Only recipients in {covered} find something here.', {
            covered: nameDestinations(covered, 8),
          })
        : t('Recipients in {uncovered} find nothing here.', {
            uncovered: nameDestinations(uncovered, 8),
          })}
    </Notice>
  )
}
