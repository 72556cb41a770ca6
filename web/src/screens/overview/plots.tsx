import './overview.css'
import { Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { api } from '#web/api.ts'
import { Panel } from '#web/blocks/page.tsx'
import { BoxSkeleton, ErrorState } from '#web/blocks/states.tsx'
import type { Funnel } from '#web/screens/campaigns/campaign.ts'
import { FunnelLinks } from '#web/screens/campaigns/funnel-links.tsx'
import { countryName, type TabStatus, tabStatuses, tabWords } from '#web/screens/gifts/words.ts'
import { Bars } from './bars.tsx'

type Span = Record<string, string>

/** How it goes. Each plot is asked for by itself, so that none waits for another. */
export const Plots = ({ span }: { span: Span }) => (
  <div className="plots">
    <FunnelPlot span={span} />
    <TimePlot span={span} />
    <Countries span={span} />
    <TopGifts span={span} />
  </div>
)

function useFigures<T>(name: string, span: Span) {
  return useQuery({
    queryKey: ['figures', name, span],
    queryFn: ({ signal }) => api.get<T>(`/overview/${name}`, span, signal),
    staleTime: 30_000,
  })
}

const Waiting = () => <BoxSkeleton h={150} label="Counting" />

function FunnelPlot({ span }: { span: Span }) {
  const { data, error } = useFigures<{ funnel: Funnel; statuses: Record<TabStatus, number> }>(
    'funnel',
    span,
  )
  return (
    <Panel title="Funnel" about="Gifts created in this period">
      <FunnelLinks funnel={data?.funnel} query={span} error={error} />
      {data !== undefined && (
        <Text size="sm" c="dimmed" mt="md" component="div" className="now">
          <span>Now:</span>
          {tabStatuses.map((status) => (
            <Link key={status} to="/gift-requests" search={{ ...span, status }}>
              {data.statuses[status].toLocaleString('en')} {tabWords[status].toLowerCase()}
            </Link>
          ))}
        </Text>
      )}
    </Panel>
  )
}

interface Time {
  count: number
  median_hours: number | null
  slow_hours: number | null
  classes: { name: string; until_days: number | null; count: number }[]
}

function TimePlot({ span }: { span: Span }) {
  const { data, error } = useFigures<Time>('time-to-redeem', span)
  return (
    <Panel
      title="Time from invitation to choice"
      about={
        data?.median_hours == null
          ? 'From the invitation to the choice'
          : `Median ${inWords(data.median_hours)}, 90th percentile ${inWords(data.slow_hours ?? 0)}`
      }
    >
      {error !== null ? (
        <ErrorState error={error} />
      ) : data === undefined ? (
        <Waiting />
      ) : (
        <Bars
          label="Time to redeem"
          empty="No redemptions in this period."
          rows={data.classes.map(({ name, count }, at) => ({
            key: name,
            label: classWords(data.classes, at),
            count,
            search: { ...span, reached: 'redeemed', waited: name },
          }))}
        />
      )}
    </Panel>
  )
}

function classWords(classes: Time['classes'], at: number): string {
  const until = classes[at]?.until_days
  const from = classes[at - 1]?.until_days
  if (until == null) return `more than ${from} days`
  if (from == null) return until === 1 ? 'within a day' : `within ${until} days`
  return `${from} to ${until} days`
}

function inWords(hours: number): string {
  if (hours < 1) return counted(Math.max(1, Math.round(hours * 60)), 'minute')
  if (hours < 48) return counted(Math.round(hours), 'hour')
  return counted(Math.round(hours / 24), 'day')
}

const counted = (count: number, unit: string) => `${count} ${unit}${count === 1 ? '' : 's'}`

function Countries({ span }: { span: Span }) {
  const { data, error } = useFigures<{ data: { country: string; count: number }[] }>(
    'countries',
    span,
  )
  return (
    <Panel title="Destinations" about="Gifts with a known address">
      {error !== null ? (
        <ErrorState error={error} />
      ) : data === undefined ? (
        <Waiting />
      ) : (
        <Bars
          label="Countries"
          empty="No known addresses in this period."
          rows={data.data.map(({ country, count }) => ({
            key: country,
            label: countryName(country),
            count,
            search: { ...span, country },
          }))}
        />
      )}
    </Panel>
  )
}

function TopGifts({ span }: { span: Span }) {
  const { data, error } = useFigures<{
    data: { variant_id: string; name: string; count: number }[]
  }>('top-gifts', span)
  return (
    <Panel title="Most popular items" about="Number of gifts containing the item">
      {error !== null ? (
        <ErrorState error={error} />
      ) : data === undefined ? (
        <Waiting />
      ) : (
        <Bars
          label="Top gifts"
          empty="No items chosen in this period."
          rows={data.data.map(({ variant_id, name, count }) => ({
            key: variant_id,
            label: name,
            count,
            search: { ...span, variant_id },
          }))}
        />
      )}
    </Panel>
  )
}
