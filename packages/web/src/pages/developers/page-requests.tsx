import { Anchor, Stack, Text } from '@mantine/core'
import { useSyncExternalStore } from 'react'
import { openModal } from '#web/components/dialogs/modals.ts'
import { Trans, t } from '#web/i18n/developers.ts'
import { CodeBlock } from './code-block.tsx'
import { buildApiCall } from './curl.ts'
import { type RecordedRequest, requestRecord, startRecording } from './request-recorder.ts'

/**
 * Opens a dialog with the requests of the page to the public API. It shows each request as a command for a
 * token.
 */
export function openPageRequests(title: string): void {
  startRecording()
  openModal({
    modalId: 'page-requests',
    title,
    size: 'xl',
    children: <PageRequests />,
  })
}

function PageRequests() {
  const requests = useSyncExternalStore(requestRecord.subscribe, requestRecord.getSnapshot)
  return (
    <Stack>
      <Text size="sm">
        {t(
          'What this page has just loaded, and what you do from now on: close this window, work, and open it again. Newest first.',
        )}
      </Text>
      {requests.length === 0 && (
        <Text size="sm" c="dimmed" role="status">
          {t('This page does not use the public API.')}
        </Text>
      )}
      {requests.map((request) => (
        <ShownRequest key={request.id} request={request} />
      ))}
    </Stack>
  )
}

function ShownRequest({ request }: { request: RecordedRequest }) {
  const { method, path, status, operation } = request
  const sentAppOnly = findSentAppOnly(request)
  return (
    <div>
      <CodeBlock label={`${method} ${path} · ${status}`} text={buildCurl(request)} wrap />
      <Text size="sm" mt={4}>
        <Anchor size="sm" underline="always" href={`/docs/reference#${operation}`} target="_blank">
          {operation}
        </Anchor>{' '}
        {sentAppOnly.length > 0 && (
          <Trans
            text="Without {names}, which only the web app can send."
            names={<span className="mono">{sentAppOnly.join(', ')}</span>}
          />
        )}
      </Text>
    </div>
  )
}

const findSentAppOnly = ({ query, body, appOnly }: RecordedRequest): string[] => [
  ...new Set(
    [...query.map(([name]) => name), ...Object.keys(body ?? {})].filter((name) =>
      appOnly.includes(name),
    ),
  ),
]

function buildCurl({ method, path, query, body, appOnly }: RecordedRequest): string {
  const isForTokens = ([name]: readonly [string, unknown]) => !appOnly.includes(name)
  const parameters = new URLSearchParams(query.filter(isForTokens).map(([...pair]) => pair))
  const search = parameters.size === 0 ? '' : `?${parameters}`
  const members = body && Object.fromEntries(Object.entries(body).filter(isForTokens))
  return buildApiCall({
    method,
    path: `/api${path}${search}`,
    body: members && JSON.stringify(members),
  })
}
