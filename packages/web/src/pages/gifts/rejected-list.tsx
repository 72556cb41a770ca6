import { Stack, Text } from '@mantine/core'
import { plural, Trans, t } from '#web/i18n/gifts.ts'
import { translateServerText } from './server-texts.ts'

interface RejectedGift {
  id: string
  reference: string | null
  message: string
}

/** The gifts that an action skipped, grouped by reason. */
export const RejectedList = ({ rejected }: { rejected: readonly RejectedGift[] }) => (
  <Stack gap="xs">
    <Text size="sm">{t('These stay as they are:')}</Text>
    <Stack gap="sm" mah={360} style={{ overflow: 'auto' }}>
      {[...Map.groupBy(rejected, ({ message }) => shortReason(message))].map(([reason, gifts]) => (
        <details key={reason} className="rejected" open={gifts.length === 1}>
          <summary>
            <Trans
              text="<b>{gifts}</b>: {reason}"
              b={(content) => <b>{content}</b>}
              gifts={plural(gifts.length, '{count} gift', '{count} gifts')}
              reason={translateServerText(reason)}
            />
          </summary>
          <Text size="sm" className="mono" mt={4}>
            {gifts.map(({ reference, id }) => reference ?? id).join(', ')}
          </Text>
        </details>
      ))}
    </Stack>
  </Stack>
)

/** 'The gift request is ordered: its recipient …' → 'Its recipient …'. The gift list already shows the states. */
function shortReason(message: string): string {
  const reason = message.replace(/^The gift request is \w+[:;] /, '')
  return reason.charAt(0).toUpperCase() + reason.slice(1)
}
