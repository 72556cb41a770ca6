import { Text } from '@mantine/core'
import { ErrorState, RowsSkeleton } from '#web/components/feedback/status-views.tsx'
import { InlineLink } from '#web/components/layout/link.tsx'
import { t } from '#web/i18n/developers.ts'
import { useRead } from '#web/use-read.ts'
import { AttemptItem } from './attempt-item.tsx'
import { diagnose } from './diagnosis.ts'

const pollIntervalMs = 500

/** The answer of the receiver to a test event. It appears as soon as it arrives. */
export function TestResult({ id }: { id: string }) {
  const { data, error, refetch } = useRead(`/deliveries/${id}`, undefined, {
    refetchInterval: ({ state }) => (state.data?.state === 'pending' ? pollIntervalMs : false),
  })
  if (error !== null) return <ErrorState error={error} retry={() => void refetch()} />
  if (data === undefined) return <RowsSkeleton />
  const attempt = data.attempts.at(-1)
  const diagnosis = attempt === undefined ? undefined : diagnose(attempt)
  return (
    <div role="status" aria-label={t('Result of the test')}>
      {attempt === undefined ? (
        <Text size="sm" mt="md">
          {t('Waiting for the response…')}
        </Text>
      ) : (
        <ol className="attempts" style={{ marginTop: 'var(--mantine-spacing-md)' }}>
          <AttemptItem
            attempt={attempt}
            connection={data.connections.at(-1)}
            isRepeated={false}
            isTls={data.endpoint_url.startsWith('https:')}
          />
        </ol>
      )}
      {diagnosis !== undefined && data.state !== 'delivered' && (
        <Text size="sm" mt={4}>
          {diagnosis.remedy}
        </Text>
      )}
      <Text size="sm" mt="xs">
        <InlineLink to={`/developers/deliveries/${id}`}>{t('Open delivery')}</InlineLink>
      </Text>
    </div>
  )
}
