import { Anchor, List, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { api } from '#web/api.ts'
import { Copy } from '#web/blocks/copy.tsx'
import { Moment } from '#web/blocks/moment.tsx'
import { Detail, Facts, Page, Panel } from '#web/blocks/page.tsx'
import { DetailError, PageSkeleton } from '#web/blocks/states.tsx'
import { Code } from './code.tsx'
import { Note } from './note.tsx'
import { reasonFor } from './reasons.ts'
import { type RequestLine, whose } from './requests.tsx'
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
              <Panel title="What was wrong" about="As the answer said it: code, and where.">
                <List size="sm">
                  {data.errors.map((each) => (
                    <List.Item key={each}>
                      <span className="mono">{each}</span>
                    </List.Item>
                  ))}
                </List>
              </Panel>
            )}
            <Panel
              title="Make it again"
              about="Ids, query and body are not kept: put your own in their place."
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
              ]}
            />
          </Panel>
        }
      />
    </Page>
  )
}

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

const again = ({ method, path, version }: RequestLine): string =>
  [
    `curl -X ${method} "${window.location.origin}${path.replaceAll(/:(\w+)/g, '{$1}')}" \\`,
    '  -H "Authorization: Bearer $BESTOW_API_TOKEN" \\',
    `  -H "Service-API-Version: ${version ?? '2026-05'}"${method === 'POST' ? ' \\' : ''}`,
    ...(method === 'POST' ? ['  -H "Content-Type: application/json" -d @body.json'] : []),
  ].join('\n')
