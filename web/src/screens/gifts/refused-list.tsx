import { Stack, Text } from '@mantine/core'

/** What was not done, one line each. */
export const RefusedList = ({
  refused,
}: {
  refused: readonly { id: string; reference: string | null; message: string }[]
}) => (
  <Stack gap="xs">
    <Text size="sm">These stay as they are:</Text>
    <Stack component="ul" gap={6} m={0} pl="md" mah={320} style={{ overflow: 'auto' }}>
      {refused.map(({ id, reference, message }) => (
        <Text component="li" size="sm" key={id}>
          <span className="mono">{reference ?? id}</span>: {message}
        </Text>
      ))}
    </Stack>
  </Stack>
)
