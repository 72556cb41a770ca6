import { Anchor } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { t } from '#web/i18n/overview.ts'

const maxCards = 3 // so that the rest of the page begins on the first screen

/** The first alerts, and a button that shows the others, so that they do not fill the screen. */
export function AlertList({ cards }: { cards: readonly ReactNode[] }) {
  const [isLong, setLong] = useState(false)
  const hidden = isLong ? 0 : cards.length - maxCards
  return (
    <>
      <ul className="matters">{isLong ? cards : cards.slice(0, maxCards)}</ul>
      {hidden > 0 && (
        <Anchor component="button" type="button" size="sm" mt="xs" onClick={() => setLong(true)}>
          {t('{count} more', { count: hidden })}
        </Anchor>
      )}
    </>
  )
}
