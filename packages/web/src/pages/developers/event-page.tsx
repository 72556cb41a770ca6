import { Stack, Text } from '@mantine/core'
import { DetailPlaceholder } from '#web/components/feedback/detail-placeholder.tsx'
import { EmptyList } from '#web/components/feedback/empty-list.tsx'
import { StatusBadge } from '#web/components/feedback/status-badge.tsx'
import { prettyJson } from '#web/components/formats/pretty-json.ts'
import { GiftTime } from '#web/components/formats/relative-time.tsx'
import { InlineLink } from '#web/components/layout/link.tsx'
import { Page, Panel } from '#web/components/layout/page.tsx'
import { useRouteId } from '#web/components/layout/use-route-id.ts'
import { DataList } from '#web/components/lists/data-list.tsx'
import { t } from '#web/i18n/developers.ts'
import { comma } from '#web/i18n/format.ts'
import { useRead } from '#web/use-read.ts'
import { CodeBlock } from './code-block.tsx'
import { DeliveryEndpoint } from './delivery-list.tsx'
import { formatResponse } from './diagnosis.ts'
import { HiddenAddress } from './hidden-address.tsx'
import { eventLabel, getOutcomeLabel } from './labels.ts'

/** The page of an event, with its body in each payload version and its deliveries. */
export function EventPage() {
  const id = useRouteId()
  const query = useRead(`/events/${id}`)
  const { data } = query
  if (data === undefined)
    return <DetailPlaceholder query={query} noun={t('Event')} list="/developers/events" />
  return (
    <Page
      title={eventLabel(data.type)}
      documentTitle={`${eventLabel(data.type)}${data.reference === null ? '' : ` · ${data.reference}`}`}
      about={
        <>
          <InlineLink to={`/gift-requests/${data.gift_request_id}`}>
            {data.reference ?? data.gift_request_id}
          </InlineLink>
          {comma}
          <GiftTime at={data.created_at} />
        </>
      }
    >
      <DataList
        label={t('Deliveries of this event')}
        path="/deliveries"
        query={{ event_id: id }}
        topic="deliveries"
        to={(each) => `/developers/deliveries/${each.id}`}
        columns={[
          { header: t('Endpoint'), cell: (each) => <DeliveryEndpoint {...each} /> },
          {
            header: t('Outcome'),
            cell: (each) => (
              <StatusBadge tone={getOutcomeLabel(each).tone}>
                {getOutcomeLabel(each).label}
              </StatusBadge>
            ),
          },
          {
            header: t('Attempts'),
            cell: ({ attempts }) => t('{count} of 5', { count: attempts.length }),
          },
          {
            header: t('Last response'),
            cell: ({ attempts: [...all] }) => {
              const last = all.at(-1)
              return last === undefined ? '–' : formatResponse(last)
            },
          },
        ]}
        empty={
          <EmptyList guide="endpoints" title={t('Not sent')}>
            {t('No endpoint was subscribed when the event occurred.')}
          </EmptyList>
        }
      />
      <Panel
        title={t('Body')}
        about={t('Rendered once, when the event occurred. Every attempt sends these bytes.')}
      >
        <Stack>
          {data.bodies.some((each) => each.is_address_hidden) && (
            <HiddenAddress giftId={data.gift_request_id} />
          )}
          {data.bodies.map(({ payload_version, body }) => (
            <CodeBlock
              key={payload_version}
              label={t('Version {version}', { version: payload_version })}
              text={prettyJson(body)}
            />
          ))}
          {data.bodies.length === 0 && (
            <Text size="sm">
              {data.body === null
                ? t('The body was erased, or is older than 30 days.')
                : t('No longer stored.')}
            </Text>
          )}
        </Stack>
      </Panel>
    </Page>
  )
}
