import { Anchor, List, Code as Mono, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { Fragment, type ReactNode } from 'react'
import { api } from '#web/api.ts'
import { Copy } from '#web/blocks/copy.tsx'
import { Moment } from '#web/blocks/moment.tsx'
import { Detail, Facts, Page, Panel } from '#web/blocks/page.tsx'
import { DetailError, PageSkeleton } from '#web/blocks/states.tsx'
import { Code } from './code.tsx'
import { Note } from './note.tsx'
import { reasonFor } from './reasons.ts'
import { type RequestLine, sentenceOf, whose } from './requests.tsx'
import { ms, tailOf } from './words.ts'

/** One request: what was wrong with it, and how to make it again. */
export function RequestPage() {
  const { id = '' } = useParams({ strict: false })
  const { data, error, refetch } = useQuery({
    queryKey: ['request', id],
    queryFn: () => api.get<RequestLine>(`/requests/${id}`),
  })
  if (error !== null && data === undefined)
    return (
      <DetailError
        error={error}
        retry={() => void refetch()}
        noun="Request"
        list={['the request log', '/developers/requests']}
      />
    )
  if (data === undefined) return <PageSkeleton />
  return (
    <Page
      title={`${data.method} ${data.path.replace(/^\/api/, '') || '/'}`}
      about={
        <>
          {data.status} after {ms(data.ms)}, <Moment at={data.at} />
        </>
      }
    >
      <Why of={data} />
      <Detail
        main={
          <>
            {data.errors.length > 0 && data.reason === null && (
              <Panel title="What was wrong" about="The errors of the response.">
                <List size="sm">
                  {data.errors.map((each, place) => (
                    <List.Item key={each}>
                      {sentenceOf(each, data.messages[place])} <Mono>{each.split(' ')[0]}</Mono>
                    </List.Item>
                  ))}
                </List>
                <Anchor size="sm" underline="always" href="/docs/errors#what-to-do">
                  What each error code means
                </Anchor>
              </Panel>
            )}
            <Panel
              title="Make it again"
              about="Query values and the body are not stored: fill in your own."
            >
              <Code label="curl" text={again(data)} />
            </Panel>
          </>
        }
        aside={
          <Panel title="About it">
            <Facts
              rows={[
                [
                  'Request id',
                  <>
                    <span className="mono" title={data.request_id}>
                      {tailOf(data.request_id)}
                    </span>{' '}
                    <Copy value={data.request_id} label="Copy the request id" />
                  </>,
                ],
                ['Key', <Whose key="key" of={data} />],
                ['Version', data.version ?? 'none that there is'],
                ...resourceRows(data),
                ['Query parameters', data.query.join(', ') || 'None'],
                ['Client', data.user_agent ?? 'Unknown'],
                ...(data.method === 'POST'
                  ? ([
                      [
                        'Idempotency-Key',
                        data.idempotency === null ? 'None' : `Sent (digest ${data.idempotency})`,
                      ],
                    ] as const)
                  : []),
              ]}
            />
          </Panel>
        }
      />
    </Page>
  )
}

const screens: Readonly<Record<string, string>> = {
  gift_requests: '/gifts',
  campaigns: '/campaigns',
  one_links: '/one-links',
  events: '/developers/events',
}

/** The resource that the request created or named, with a link to its screen and to its other requests. */
function resourceRows({ path, created_id }: RequestLine): [string, ReactNode][] {
  const [, , resource = '', inPath = ''] = path.split('/')
  const id = created_id ?? (/^[0-9a-f-]{36}$/.test(inPath) ? inPath : undefined)
  const screen = screens[resource]
  if (id === undefined || screen === undefined) return []
  return [
    [
      created_id === null ? 'Resource' : 'Created',
      <Fragment key="id">
        <Anchor
          inherit
          underline="always"
          renderRoot={(props) => <Link to={`${screen}/${id}`} {...props} />}
        >
          <span className="mono">{tailOf(id)}</span>
        </Anchor>{' '}
        <Copy value={id} label="Copy the resource id" />
      </Fragment>,
    ],
    ['Same resource', <SameResource key="same" id={id} />],
  ]
}

const SameResource = ({ id }: { id: string }) => (
  <Anchor
    inherit
    underline="always"
    renderRoot={(props) => (
      <Link to="/developers/requests" search={{ resource_id: id }} {...props} />
    )}
  >
    All requests about it
  </Anchor>
)

const Whose = ({ of }: { of: RequestLine }) =>
  of.token_name === null ? (
    whose(of)
  ) : (
    <Anchor
      inherit
      underline="always"
      renderRoot={(props) => (
        <Link to="/developers/requests" search={{ token_id: of.token_id }} {...props} />
      )}
    >
      {whose(of)}
    </Anchor>
  )

/** The answer says the same for every reason; here stands which it was. */
function Why({ of: { reason } }: { of: RequestLine }) {
  if (reason === null) return null
  const { title, remedy } = reasonFor(reason)
  return (
    <Note title={title}>
      {remedy}
      <Text size="xs" mt={4}>
        Whoever called was told nothing but 401, as everybody is.
      </Text>
    </Note>
  )
}

const again = ({ method, path, query, version }: RequestLine): string =>
  [
    `curl -X ${method} "${window.location.origin}${path.replaceAll(/:(\w+)/g, '{$1}')}${queryOf(query)}" \\`,
    '  -H "Authorization: Bearer $BESTOW_API_TOKEN" \\',
    `  -H "Service-API-Version: ${version ?? '2026-05'}"${method === 'POST' ? ' \\' : ''}`,
    ...(method === 'POST' ? ['  -H "Content-Type: application/json" -d @body.json'] : []),
  ].join('\n')

/** Parameters with a placeholder for each value. */
const queryOf = (names: readonly string[]): string =>
  names.length === 0 ? '' : `?${names.map((name) => `${name}={${name}}`).join('&')}`
