import { Trans, t } from '#web/i18n/developers.ts'
import './developers.css'
import { Button, Group, SegmentedControl, Stack, Tabs, Text } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import type { CatalogueEvent } from '#web/admin-api.ts'
import { apiUrl } from '#web/api.ts'
import { EmptyList } from '#web/components/feedback/empty-list.tsx'
import { ErrorState, RowsSkeleton } from '#web/components/feedback/status-views.tsx'
import { prettyJson } from '#web/components/formats/pretty-json.ts'
import { GiftTime } from '#web/components/formats/relative-time.tsx'
import { ButtonLink, InlineLink } from '#web/components/layout/link.tsx'
import { Page, Panel } from '#web/components/layout/page.tsx'
import { DataList } from '#web/components/lists/data-list.tsx'
import { useUrlFilters } from '#web/components/lists/use-url-filters.ts'
import { CodeBlock } from './code-block.tsx'
import { useEventCatalogue } from './endpoint-fields.tsx'
import { describeEvent, eventLabel, eventOptions } from './labels.ts'

/** The page with the event catalogue and the event log. */
export function EventsPage() {
  const { filters, set } = useUrlFilters()
  return (
    <Page title={t('Events')} about={t('The five events a gift can trigger.')}>
      <Tabs
        value={filters.tab ?? 'catalogue'}
        onChange={(tab) => set({ tab: tab === 'catalogue' ? undefined : (tab ?? undefined) })}
        keepMounted={false}
      >
        <Tabs.List mb="md">
          <Tabs.Tab value="catalogue">{t('Catalogue')}</Tabs.Tab>
          <Tabs.Tab value="history">{t('Event log')}</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="catalogue">
          <EventCatalogue />
        </Tabs.Panel>
        <Tabs.Panel value="history">
          <EventFeed />
        </Tabs.Panel>
      </Tabs>
    </Page>
  )
}

// biome-ignore format: one event per line
const rules: Readonly<Record<string, { repeats: string; order: string; hint: string }>> = {
  gift_request_created: { repeats: t('Once for each gift.'), order: t('Usually first, not guaranteed.'), hint: t('redemption_url is null: the link is created shortly afterwards. Also sent for the unclaimed gifts of a one-link.') },
  gift_request_redeemed: { repeats: t('Once.'), order: t('For a digital gift, delivered is sent at the same time, in either order.'), hint: t('From now on, line_items has the chosen items.') },
  gift_request_dispatched: { repeats: t('Each time the parcel returns to transit.'), order: t('May arrive after delivered if an attempt was delayed.'), hint: t('Means: now in transit.') },
  gift_request_delivered: { repeats: t('At most once, even if a part is reshipped.'), order: t('May arrive before dispatched.'), hint: t('The last relevant event for most integrations.') },
  gift_request_cancelled: { repeats: t('Once.'), order: t('Always last.'), hint: t('The gift was cancelled, it expired, or its shipment was cancelled. The event does not say which.') },
}

function EventCatalogue() {
  const { filters, set } = useUrlFilters()
  const { data, error, refetch } = useEventCatalogue()
  if (error !== null) return <ErrorState error={error} retry={() => void refetch()} />
  if (data === undefined) return <RowsSkeleton />
  const selected = data.data.find(({ id }) => id === filters.event) ?? data.data[0]
  return (
    <Stack gap="lg">
      <SegmentedControl
        aria-label={t('Event')}
        data={eventOptions}
        withItemsBorders={false}
        styles={{ root: { flexWrap: 'nowrap', overflowX: 'auto' }, control: { flex: 'none' } }}
        value={selected?.id ?? ''}
        onChange={(event) => set({ event })}
      />
      {selected !== undefined && <EventPanel event={selected} />}
      <Text size="sm">
        <Trans
          text="Items out of stock, rejected labels and failed delivery attempts trigger none of these events. To be notified, turn on attention events for the endpoint, or <a>see the gifts</a> that are stuck. Any event may arrive twice: store its ID and ignore duplicates."
          a={(content) => <InlineLink to="/gift-requests">{content}</InlineLink>}
        />
      </Text>
    </Stack>
  )
}

function EventPanel({ event }: { event: CatalogueEvent }) {
  const rule = rules[event.id]
  return (
    <Panel title={event.id} about={describeEvent(event)}>
      <Stack>
        <dl className="wire" data-words>
          <dt>{t('Status')}</dt>
          <dd>{event.status}</dd>
          <dt>{t('Repeats')}</dt>
          <dd>{rule?.repeats}</dd>
          <dt>{t('Order')}</dt>
          <dd>{rule?.order}</dd>
          <dt>{t('Good to know')}</dt>
          <dd>{rule?.hint}</dd>
        </dl>
        <div className="sides">
          {event.bodies.map(({ version, content_type, body }) => (
            <Stack key={version} gap="xs" miw={0}>
              <CodeBlock label={t('Version {version}', { version })} text={prettyJson(body)} />
              <Group justify="space-between">
                <Text size="xs" c="dimmed" className="mono">
                  {content_type}
                </Text>
                <Button
                  component="a"
                  size="compact-sm"
                  variant="default"
                  leftSection={<IconDownload size={14} />}
                  href={apiUrl(`/event-catalogue/${event.id}/${version}`)}
                  download
                  aria-label={t('Download the example of version {version}', { version })}
                >
                  {t('Download')}
                </Button>
              </Group>
            </Stack>
          ))}
        </div>
      </Stack>
    </Panel>
  )
}

const EventFeed = () => (
  <DataList
    label={t('Events')}
    path="/events"
    filters={[
      { name: 'type', label: t('Event'), options: eventOptions },
      { name: 'gift_request_id', label: t('Gift ID'), kind: 'chip' },
    ]}
    to={({ id }) => `/developers/events/${id}`}
    columns={[
      { header: t('Event'), cell: ({ type }) => eventLabel(type) },
      { header: t('Gift'), cell: ({ reference }) => <span className="mono">{reference}</span> },
      { header: t('When'), cell: ({ created_at }) => <GiftTime at={created_at} /> },
      {
        header: t('Id'),
        cell: ({ id }) => <span className="mono">{id}</span>,
        isDesktopOnly: true,
      },
    ]}
    empty={
      <EmptyList
        guide="events"
        title={t('No events yet')}
        action={<ButtonLink to="/send">{t('Send a gift')}</ButtonLink>}
      >
        {t('Send one to yourself: its first event appears here within a second.')}
      </EmptyList>
    }
  />
)
