import { CoverageNotice } from '#web/components/feedback/coverage-notice.tsx'
import { Notice } from '#web/components/feedback/notice.tsx'
import { mayGoTo, nameDestinations } from '#web/components/formats/destinations.ts'
import { countries } from '#web/components/forms/country-select.tsx'
import { formatValues, sentenceSpace } from '#web/i18n/format.ts'
import { t } from '#web/i18n/send.ts'
import { findCampaign, isDirectSend } from './send-draft.ts'
import type { StepProps } from './step-props.ts'

/**
 * A warning about recipients who would find no item to choose. In a send directly to addresses, each row has
 * its own error instead, because the address is known.
 */
export function DestinationWarning({ draft, choices }: StepProps) {
  if (isDirectSend(draft, choices)) return null
  const items = draft.is_ad_hoc
    ? (choices?.items ?? []).filter(({ variant_id }) => draft.variant_ids.includes(variant_id))
    : (findCampaign(draft, choices)?.items ?? [])
  if (items.length === 0) return null
  const known = draft.rows.flatMap(({ line, cells }) => {
    const country = findCountry(cells.country ?? '')
    return country === undefined ? [] : [{ line, country }]
  })
  const stranded = known.filter(({ country }) => !items.some((item) => mayGoTo(item, country)))
  if (stranded.length === 0) return <CoverageNotice items={items} />
  const places = nameDestinations([...new Set(stranded.map(({ country }) => country))])
  const lines = stranded.slice(0, 10).map(({ line }) => line)
  const rest = stranded.length - lines.length
  return (
    <Notice
      tone="bad"
      title={t('{count} recipients find nothing to choose', { count: stranded.length })}
    >
      {t('No item may be sent to {places}.', { places })}
      {sentenceSpace}
      {rest > 0
        ? t('Rows {rows} and {rest} more.', { rows: formatValues(lines), rest })
        : t('Rows {rows}.', { count: lines.length, rows: formatValues(lines) })}
      {sentenceSpace}
      {t('Add an item that may go there, or remove these recipients.')}
    </Notice>
  )
}

/** Finds a country by its code or its name. */
function findCountry(text: string): string | undefined {
  const typed = text.trim().toLowerCase()
  if (typed === '') return undefined
  return countries.find(
    ({ value, label }) => value.toLowerCase() === typed || label.toLowerCase() === typed,
  )?.value
}
