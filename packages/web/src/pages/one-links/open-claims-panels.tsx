import { Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { OneLinkDetail, OpenClaim } from '#web/admin-api.ts'
import { api } from '#web/api.ts'
import { Panel } from '#web/components/page.tsx'
import { GiftTime } from '#web/components/relative-time.tsx'
import { ResponsiveTable } from '#web/components/responsive-table.tsx'
import { ErrorState } from '#web/components/status-views.tsx'
import { PendingClaims } from './pending-claims.tsx'

/** The claims of a one-link that wait for approval or for a place; nothing without any. */
export function OpenClaimsPanels({ link, reload }: { link: OneLinkDetail; reload: () => void }) {
  const { counts } = link
  const hasOpenClaims = counts.pending + counts.listed + counts.offered > 0
  const { data, error, refetch } = useQuery({
    // the counts are part of the key, so that a change of the one-link reloads the lists
    queryKey: ['one-link-claims', link.id, counts],
    queryFn: () => api.get(`/one-links/${link.id}/claims`),
    enabled: hasOpenClaims,
    placeholderData: (previous) => previous,
  })
  if (!hasOpenClaims) return null
  if (error !== null) return <ErrorState error={error} retry={() => void refetch()} />
  if (data === undefined) return null
  return (
    <>
      {data.pending.length > 0 && (
        <Panel
          title="Waiting for approval"
          about="Each visitor gets an email when you decide. An approved gift can be opened for three days."
        >
          <PendingClaims id={link.id} claims={data.pending} onDecided={reload} />
          <MoreRows shown={data.pending.length} count={counts.pending} />
        </Panel>
      )}
      {data.waiting_list.length > 0 && (
        <Panel
          title="Waiting list"
          about="In this order. A gift that becomes free is offered to the next person for 12 hours."
        >
          <WaitingList claims={data.waiting_list} />
          <MoreRows shown={data.waiting_list.length} count={counts.listed + counts.offered} />
        </Panel>
      )}
    </>
  )
}

const MoreRows = ({ shown, count }: { shown: number; count: number }) =>
  count > shown ? (
    <Text size="sm" c="dimmed" mt="sm">
      The first {shown} of {count.toLocaleString('en')}. The CSV file has all of them.
    </Text>
  ) : null

const WaitingList = ({ claims }: { claims: readonly OpenClaim[] }) => (
  <ResponsiveTable label="Waiting list">
    <thead>
      <tr>
        <th scope="col">Name</th>
        <th scope="col">Email</th>
        <th scope="col">Since</th>
        <th scope="col">Status</th>
      </tr>
    </thead>
    <tbody>
      {claims.map((claim) => (
        <tr key={claim.id}>
          <td data-label="Name" data-first>
            {claim.name === '' ? claim.email : claim.name}
          </td>
          <td data-label="Email" data-wide>
            {claim.email}
          </td>
          <td data-label="Since">
            <GiftTime at={claim.since} />
          </td>
          <td data-label="Status">
            {claim.state === 'offered' && claim.until !== null ? (
              <>
                Has an offer until <GiftTime at={claim.until} />
              </>
            ) : (
              'Waiting'
            )}
          </td>
        </tr>
      ))}
    </tbody>
  </ResponsiveTable>
)
