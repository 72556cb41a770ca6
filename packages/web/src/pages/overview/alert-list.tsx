import { Button, Text } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { t } from '#web/i18n/overview.ts'

const maxCards = 3 // so that the rest of the page begins on the first screen

/** Says that the gifts of the demo account are examples. */
export const SampleData = () => (
  <Text size="sm" mb="sm">
    <b>{t('This account has sample data.')}</b>{' '}
    {t('Its gifts, recipients and problems are examples.')}
  </Text>
)

/** The first alerts, and a button that shows the others, so that they do not fill the screen. */
export function AlertList({ cards }: { cards: readonly ReactNode[] }) {
  const [isLong, setLong] = useState(false)
  const hidden = cards.length - maxCards
  return (
    <>
      <ul className="matters">{isLong ? cards : cards.slice(0, maxCards)}</ul>
      {hidden > 0 && (
        <Button
          variant="subtle"
          size="compact-sm"
          mt="xs"
          aria-expanded={isLong}
          onClick={() => setLong(!isLong)}
        >
          {isLong ? t('Show fewer') : t('{count} more', { count: hidden })}
        </Button>
      )}
    </>
  )
}
