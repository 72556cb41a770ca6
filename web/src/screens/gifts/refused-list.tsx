import { Stack, Text } from '@mantine/core'

interface Refused {
  id: string
  reference: string | null
  message: string
}

/** What was not done: each reason once, with the gifts that it is about. */
export const RefusedList = ({ refused }: { refused: readonly Refused[] }) => (
  <Stack gap="xs">
    <Text size="sm">These stay as they are:</Text>
    <Stack gap="sm" mah={360} style={{ overflow: 'auto' }}>
      {[...Map.groupBy(refused, ({ message }) => reasonOf(message))].map(([reason, gifts]) => (
        <details key={reason} className="refused" open={gifts.length === 1}>
          <summary>
            <b>{gifts.length.toLocaleString('en')}</b> {gifts.length === 1 ? 'gift' : 'gifts'}:{' '}
            {reason}
          </summary>
          <Text size="sm" className="mono" mt={4}>
            {gifts.map(({ reference, id }) => reference ?? id).join(', ')}
          </Text>
        </details>
      ))}
    </Stack>
  </Stack>
)

/** 'The gift request is ordered: its recipient …' → 'Its recipient …'. The list of gifts shows their states. */
function reasonOf(message: string): string {
  const reason = message.replace(/^The gift request is \w+[:;] /, '')
  return reason.charAt(0).toUpperCase() + reason.slice(1)
}
