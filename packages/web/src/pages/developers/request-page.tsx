import { Anchor, List, Code as Mono, Text } from '@mantine/core'
import { Fragment, type ReactNode } from 'react'
import type { LoggedRequest } from '#web/admin-api.ts'
import { DetailPlaceholder } from '#web/components/feedback/detail-placeholder.tsx'
import { RelativeTime } from '#web/components/formats/relative-time.tsx'
import { CopyIconButton } from '#web/components/layout/copy-icon-button.tsx'
import { InlineLink } from '#web/components/layout/link.tsx'
import { DescriptionList, DetailLayout, Page, Panel } from '#web/components/layout/page.tsx'
import { useRouteId } from '#web/components/layout/use-route-id.ts'
import { Trans, t } from '#web/i18n/developers.ts'
import { useRead } from '#web/use-read.ts'
import { Callout } from './callout.tsx'
import { CodeBlock } from './code-block.tsx'
import { buildApiCall } from './curl.ts'
import { formatMs, shortId } from './format.ts'
import { describeRejection } from './rejection-reasons.ts'
import { formatError, ownerLabel } from './requests-page.tsx'
import { resourcePages } from './resource-pages.ts'

/** The page of an API request, with its errors and a command that repeats the request. */
export function RequestPage() {
  const id = useRouteId()
  const query = useRead(`/requests/${id}`)
  const { data } = query
  if (data === undefined)
    return <DetailPlaceholder query={query} noun={t('Request')} list="/developers/requests" />
  return (
    <Page
      title={`${data.method} ${data.path.replace(/^\/api/, '') || '/'}`}
      about={
        <Trans
          text="{status} after {duration}, {time}"
          status={String(data.status)}
          duration={formatMs(data.ms)}
          time={<RelativeTime at={data.at} />}
        />
      }
    >
      <RejectionReason request={data} />
      <DetailLayout
        main={
          <>
            {data.errors.length > 0 && data.reason === null && (
              <Panel title={t('Errors returned')} about={t('The errors of the response.')}>
                <List size="sm">
                  {data.errors.map((each, index) => (
                    <List.Item key={each}>
                      {formatError(each, data.messages[index])} <Mono>{each.split(' ')[0]}</Mono>
                    </List.Item>
                  ))}
                </List>
                <Anchor size="sm" underline="always" href="/docs/errors#what-to-do">
                  {t('Error code reference')}
                </Anchor>
              </Panel>
            )}
            <Panel
              title={t('Repeat this request')}
              about={t('Query values and the body are not stored: fill in your own.')}
            >
              <CodeBlock label={t('curl')} text={buildCurl(data)} />
            </Panel>
          </>
        }
        aside={
          <Panel title={t('Details')}>
            <DescriptionList
              rows={[
                [
                  t('Request ID'),
                  <>
                    <span className="mono" title={data.request_id}>
                      {shortId(data.request_id)}
                    </span>{' '}
                    <CopyIconButton value={data.request_id} label={t('Copy request ID')} />
                  </>,
                ],
                [t('Key'), <OwnerLink key="key" request={data} />],
                [t('Version'), data.version ?? t('unknown')],
                ...resourceRows(data),
                [t('Query parameters'), data.query.join(', ') || t('None')],
                [t('Client'), data.user_agent ?? t('Unknown')],
                data.method === 'POST' && [
                  t('Idempotency-Key'),
                  data.idempotency === null
                    ? t('None')
                    : t('Sent (digest {digest})', { digest: data.idempotency }),
                ],
              ]}
            />
          </Panel>
        }
      />
    </Page>
  )
}

/**
 * Creates the rows about the resource that the request created or named. The rows link to the page of the
 * resource and to its other requests.
 */
function resourceRows({ path, created_id }: LoggedRequest): [string, ReactNode][] {
  const [, , resource = '', inPath = ''] = path.split('/')
  const id = created_id ?? (/^[0-9a-f-]{36}$/.test(inPath) ? inPath : undefined)
  const pagePath = resourcePages[resource]
  if (id === undefined || pagePath === undefined) return []
  return [
    [
      created_id === null ? t('Resource') : t('Created|state'),
      <Fragment key="id">
        <InlineLink to={`${pagePath}/${id}`}>
          <span className="mono">{shortId(id)}</span>
        </InlineLink>{' '}
        <CopyIconButton value={id} label={t('Copy resource ID')} />
      </Fragment>,
    ],
    [t('Same resource'), <SameResource key="same" id={id} />],
  ]
}

const SameResource = ({ id }: { id: string }) => (
  <InlineLink to="/developers/requests" search={{ resource_id: id }}>
    {t('All requests for it')}
  </InlineLink>
)

const OwnerLink = ({ request }: { request: LoggedRequest }) =>
  request.token_name === null ? (
    ownerLabel(request)
  ) : (
    <InlineLink to="/developers/requests" search={{ token_id: request.token_id }}>
      {ownerLabel(request)}
    </InlineLink>
  )

/** Shows the exact reason of a 401. The response itself is the same for every reason. */
function RejectionReason({ request: { reason } }: { request: LoggedRequest }) {
  if (reason === null) return null
  const { title, remedy } = describeRejection(reason)
  return (
    <Callout title={title}>
      {remedy}
      <Text size="xs" mt={4}>
        {t('The response only says 401, without the reason.')}
      </Text>
    </Callout>
  )
}

const buildCurl = ({ method, path, query, version }: LoggedRequest): string =>
  buildApiCall({
    method,
    path: path.replaceAll(/:(\w+)/g, '{$1}') + placeholderQuery(query),
    version,
    ...(method === 'GET' || method === 'DELETE' ? {} : { body: '@body.json' }),
  })

/** Builds a query string with a placeholder for each value. */
const placeholderQuery = (names: readonly string[]): string =>
  names.length === 0 ? '' : `?${names.map((name) => `${name}={${name}}`).join('&')}`
