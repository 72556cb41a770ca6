import { t } from '#web/i18n/common.ts'
import './greeting-picker.css'
import { Stack, VisuallyHidden } from '@mantine/core'
import { useId } from 'react'
import type { GreetingInput } from '#web/admin-api.ts'
import { GreetingMediaInput } from '#web/components/files/greeting-media-input.tsx'
import { type CardDesign, cardLabels, cardUrl } from './card-labels.ts'

/**
 * Returns the card for the body of a request. If the card has no photo or video, the body omits `media_id`.
 */
export const toNewGreeting = ({ card, media_id }: GreetingInput) => ({
  card,
  ...(media_id !== null && { media_id }),
})

/** An input for a designed card, and for a photo or a video of the sender. */
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

const cards = Object.entries(cardLabels) as [CardDesign, string][]

function CardOptions({
  card,
  onChange,
}: {
  card: GreetingInput['card']
  onChange: (card: GreetingInput['card']) => void
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
      {cards.map(([design, label]) => (
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
