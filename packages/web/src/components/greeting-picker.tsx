import { t } from '#web/i18n/common.ts'
import './greeting-picker.css'
import { Stack, VisuallyHidden } from '@mantine/core'
import { useId } from 'react'
import type { GreetingInput } from '#web/admin-api.ts'
import { cardLabels, cardUrl } from './card-labels.ts'
import { GreetingMediaInput } from './greeting-media-input.tsx'

/** Selects a designed card, and a photo or a video of the sender. */
export function GreetingPicker({
  value,
  onChange,
}: {
  value: GreetingInput
  onChange: (value: GreetingInput) => void
}) {
  return (
    <Stack gap="md">
      <CardOptions card={value.card} onChange={(card) => onChange({ ...value, card })} />
      <GreetingMediaInput
        mediaId={value.media_id}
        onChange={(media_id) => onChange({ ...value, media_id })}
      />
    </Stack>
  )
}

function CardOptions({
  card,
  onChange,
}: {
  card: string | null
  onChange: (card: string | null) => void
}) {
  const name = useId()
  return (
    <fieldset className="card-options">
      <VisuallyHidden component="legend">{t('Card')}</VisuallyHidden>
      <label className="card-option">
        <input type="radio" name={name} checked={card === null} onChange={() => onChange(null)} />
        <span className="no-card" aria-hidden>
          –
        </span>
        {t('No card')}
      </label>
      {Object.entries(cardLabels).map(([design, label]) => (
        <label key={design} className="card-option">
          <input
            type="radio"
            name={name}
            checked={card === design}
            onChange={() => onChange(design)}
          />
          <img src={cardUrl(design)} alt="" loading="lazy" width={320} height={200} />
          {label}
        </label>
      ))}
    </fieldset>
  )
}
