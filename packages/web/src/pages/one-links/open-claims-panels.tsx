import { Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { OneLinkDetail, OpenClaim } from '#web/admin-api.ts'
import { api } from '#web/api.ts'
import { ErrorState } from '#web/components/feedback/status-views.tsx'
import { GiftTime } from '#web/components/formats/relative-time.tsx'
import { Panel } from '#web/components/layout/page.tsx'
import { DetailTable } from '#web/components/lists/detail-table.tsx'
import { Trans, t } from '#web/i18n/one-links.ts'
import { PendingClaims } from './pending-claims.tsx'

/** The maximum number of claims of each state on the page. */
const maxShown = '100'

async function readOpenClaims({ id, counts }: OneLinkDetail) {
  const read = async (state: OpenClaim['state']) => {
    if (counts[state] === 0) return []
    const query = { state, order: 'asc', limit: maxShown }
    return (await api.get(`/one_links/${id}/claims`, query)).data
  }
  const [pending, offered, listed] = await Promise.all([
    read('pending'),
    read('offered'),
    read('listed'),
  ])
  return { pending: sortByWait(pending), waiting_list: sortByWait([...offered, ...listed]) }
}

/** Sorts claims by the time of their confirmation. The earliest claim is first. */
const sortByWait = (claims: readonly OpenClaim[]) =>
  claims.toSorted((one, other) => one.since.localeCompare(other.since))

/** The claims of a one-link that wait for approval or for a place. Renders nothing if there are no claims. */
export function OpenClaimsPanels({ link }: { link: OneLinkDetail }) {
  const { counts } = link
  const hasOpenClaims = counts.pending + counts.listed + counts.offered > 0
  const { data, error, refetch } = useQuery({
    // The counts are a part of the key, so that a change of the one-link loads the lists again.
    queryKey: ['one-link-claims', link.id, counts],
    queryFn: () => readOpenClaims(link),
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
          title={t('Waiting for approval')}
          about={t(
            'Each visitor gets an email when you decide. An approved gift can be opened for three days.',
          )}
        >
          <PendingClaims id={link.id} claims={data.pending} />
          <MoreRows shown={data.pending.length} count={counts.pending} />
        </Panel>
      )}
      {data.waiting_list.length > 0 && (
        <Panel
          title={t('Waiting list')}
          about={t(
            'In this order. A gift that becomes free is offered to the next person for 12 hours.',
          )}
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
      {t('The first {shown} of {count}. The CSV file has all of them.', { shown, count })}
    </Text>
  ) : null

const WaitingList = ({ claims }: { claims: readonly OpenClaim[] }) => (
  <DetailTable
    label={t('Waiting list')}
    rows={claims}
    rowKey={({ id }) => id}
    columns={[
      { header: t('Name'), cell: ({ name, email }) => (name === '' ? email : name) },
      { header: t('Email'), cell: ({ email }) => email, isWide: true },
      { header: t('Since'), cell: ({ since }) => <GiftTime at={since} /> },
      {
        header: t('Status'),
        cell: ({ state, until }) =>
          state === 'offered' && until !== null ? (
            <Trans text="Has an offer until {time}" time={<GiftTime at={until} />} />
          ) : (
            t('Waiting')
          ),
      },
    ]}
  />
)
