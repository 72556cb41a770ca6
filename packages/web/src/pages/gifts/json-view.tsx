import { Button, Group, SegmentedControl, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ApiError, apiUrl, type ErrorDetail, fetchSignedIn } from '#web/api.ts'
import { ErrorState } from '#web/components/feedback/status-views.tsx'
import { prettyJson } from '#web/components/formats/pretty-json.ts'
import { CopyIconButton } from '#web/components/layout/copy-icon-button.tsx'
import { Panel } from '#web/components/layout/page.tsx'
import { t } from '#web/i18n/gifts.ts'
import { buildApiCall } from '#web/pages/developers/curl.ts'
import type { Gift } from './gift.ts'
import { translateServerText } from './server-texts.ts'

/**
 * Returns the cache key of the gift's JSON. The key contains the version of the gift, so that each change
 * loads the JSON again.
 */
export const giftJsonKey = ({ id, updated_at }: Pick<Gift, 'id' | 'updated_at'>) => [
  'gift-json',
  id,
  updated_at,
]

/** Reads the response as text, because parsing and serializing could change bytes. */
async function fetchJson(id: string): Promise<string> {
  const response = await fetchSignedIn(apiUrl(`/gift_requests/${id}`))
  const text = await response.text()
  if (response.ok) return text
  const errors: ErrorDetail[] = JSON.parse(text).errors
  throw new ApiError(
    response.status,
    errors.map((error) => ({ ...error, message: translateServerText(error.message) })),
    response.headers,
  )
}

/** A view of the exact bytes of the API response, and the call that returns them. */
export function JsonView({ gift }: { gift: Gift }) {
  const [view, setView] = useState('pretty')
  const {
    data: text,
    error,
    refetch,
  } = useQuery({
    queryKey: giftJsonKey(gift),
    queryFn: () => fetchJson(gift.id),
    enabled: false,
    retry: false,
  })
  const curl = buildApiCall({ method: 'GET', path: `/api/gift_requests/${gift.id}` })
  return (
    <Panel
      title={t('API response')}
      about={t('Exactly as the API returns it.')}
      action={
        <Group gap="xs">
          <Group gap={2}>
            <Text size="sm" c="dimmed">
              {t('curl')}
            </Text>
            <CopyIconButton value={curl} label={t('Copy as curl')} />
          </Group>
          {text === undefined ? (
            <Button size="compact-sm" variant="default" onClick={() => void refetch()}>
              {t('Show JSON')}
            </Button>
          ) : (
            <Group gap={2}>
              <Text size="sm" c="dimmed">
                {t('JSON')}
              </Text>
              <CopyIconButton value={text} label={t('Copy JSON')} />
            </Group>
          )}
        </Group>
      }
    >
      {error !== null && <ErrorState error={error} />}
      {text !== undefined && (
        <>
          <SegmentedControl
            size="xs"
            mb="xs"
            aria-label={t('JSON format')}
            data={[
              { value: 'pretty', label: t('Pretty') },
              { value: 'raw', label: t('Raw') },
            ]}
            value={view}
            onChange={setView}
          />
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard */}
          <pre className="raw mono" tabIndex={0}>
            {view === 'raw' ? text : prettyJson(text)}
          </pre>
        </>
      )}
    </Panel>
  )
}
