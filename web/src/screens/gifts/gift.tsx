import './gifts.css'
import { Anchor, Box, Group, Stack, Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { useMemo } from 'react'
import { Copy } from '#web/blocks/copy.tsx'
import { useLive } from '#web/blocks/live.ts'
import { GiftMoment } from '#web/blocks/moment.tsx'
import { Notice } from '#web/blocks/notice.tsx'
import { Detail, Facts, Page, Panel } from '#web/blocks/page.tsx'
import { DetailError, PageSkeleton } from '#web/blocks/states.tsx'
import { Actions } from './actions.tsx'
import { type Gift, useGift } from './detail.ts'
import { Events } from './events.tsx'
import { Items } from './items.tsx'
import { Mails } from './mails.tsx'
import { Parcels } from './parcels.tsx'
import { Raw } from './raw.tsx'
import { RecipientPanel } from './recipient.tsx'
import { State } from './state.tsx'
import { TimeLine } from './time-line.tsx'
import { type Status, stateWords, statusWords } from './words.ts'

/** Everything there is about one gift. */
export function GiftPage() {
  const { id = '' } = useParams({ strict: false })
  const { data: gift, error, refetch } = useGift(id)
  const client = useQueryClient()
  const watched = useMemo(() => [{ id }], [id])
  useLive(
    'gift_requests',
    watched,
    {},
    () => void client.invalidateQueries({ queryKey: ['gift', id] }),
  )
  if (error !== null && gift === undefined)
    return (
      <DetailError
        error={error}
        retry={() => void refetch()}
        noun="Gift"
        list={['gifts', '/gift-requests']}
      />
    )
  if (gift === undefined) return <PageSkeleton />
  return (
    <Page
      title={
        <Group gap="md" component="span">
          <span>{gift.recipient.name || 'Unclaimed place'}</span>
          <Text span size="md" fw={500}>
            <State state={gift.state} />
          </Text>
        </Group>
      }
      name={`${gift.recipient.name || 'Unclaimed place'} · ${gift.reference}`}
      about={stateWords(gift.state).now}
    >
      <Troubles gift={gift} />
      <Box hiddenFrom="md">
        <Actions gift={gift} />
      </Box>
      <Detail main={<Main gift={gift} />} aside={<Aside gift={gift} />} />
    </Page>
  )
}

const Main = ({ gift }: { gift: Gift }) => (
  <>
    <Panel title="What happened">
      <TimeLine gift={gift} />
    </Panel>
    {gift.thanks !== null && (
      <Panel title="Thank-you note">
        <blockquote className="quote">{gift.thanks.text}</blockquote>
        <Text size="sm" c="dimmed" mt="xs">
          {gift.recipient.name}, <GiftMoment at={gift.thanks.at} />
        </Text>
      </Panel>
    )}
    <Items gift={gift} />
    {gift.parcels.length > 0 && <Parcels gift={gift} />}
    <Mails gift={gift} />
    <Events gift={gift} />
    <Raw gift={gift} />
  </>
)

const Aside = ({ gift }: { gift: Gift }) => (
  <>
    <Box visibleFrom="md">
      <Actions gift={gift} />
    </Box>
    <RecipientPanel gift={gift} />
    <Panel title="About">
      <Facts rows={factsOf(gift)} />
    </Panel>
    <Panel title="Message">
      <Text size="sm" fw={600}>
        {gift.message.subject || '–'}
      </Text>
      <Text size="sm" mt={4} style={{ whiteSpace: 'pre-wrap' }}>
        {gift.message.body}
      </Text>
    </Panel>
  </>
)

function factsOf(gift: Gift) {
  const { campaign, sender, metadata } = gift
  const rows: (readonly [string, React.ReactNode])[] = [
    [
      'Reference',
      <Group key="r" gap={4} wrap="nowrap">
        <span className="mono">{gift.reference}</span>
        <Copy value={gift.reference} label="Copy the reference" />
      </Group>,
    ],
    ['Public status', statusWords[gift.status as Status] ?? gift.status],
    [
      'Campaign',
      campaign === null ? (
        'Ad hoc'
      ) : (
        <Anchor
          key="g"
          renderRoot={(props) => <Link to={`/campaigns/${campaign.id}`} {...props} />}
        >
          {campaign.name}
        </Anchor>
      ),
    ],
    ['Sender', sender.name],
    ['Way', gift.is_direct ? 'Straight to an address' : 'Recipient chooses'],
    ['Created', <GiftMoment key="c" at={gift.created_at} />],
  ]
  if (gift.send_at !== null) rows.push(['Goes out', <GiftMoment key="s" at={gift.send_at} />])
  if (!gift.is_direct) rows.push(['Expires', <GiftMoment key="e" at={gift.expires_at} />])
  if (gift.remind_at !== null)
    rows.push(['Next reminder', <GiftMoment key="n" at={gift.remind_at} />])
  if (gift.opened_at !== null) rows.push(['Unwrapped', <GiftMoment key="o" at={gift.opened_at} />])
  for (const [name, value] of Object.entries(metadata)) rows.push([name, value])
  return rows
}

/** What somebody should see first. */
function Troubles({ gift }: { gift: Gift }) {
  const told: { title: string; text: React.ReactNode }[] = []
  for (const { number, problem } of gift.parcels)
    if (problem !== null)
      told.push({ title: `Parcel ${number}: ${problem.reason}`, text: problem.remedy })
  const lost = gift.mails.find(
    ({ state, to }) => state === 'bounced' && to === gift.recipient.email,
  )
  if (lost !== undefined)
    told.push({
      title: 'Mail to the recipient came back',
      text: <>{lost.error} Correct the address below, and the mail goes out again.</>,
    })
  if (gift.declined_at !== null)
    told.push({
      title: 'The recipient declined',
      text: gift.decline_reason ?? 'They gave no reason. They can still change their mind.',
    })
  if (gift.asked_at !== null && gift.state === 'expired')
    told.push({
      title: 'The recipient asked for another chance',
      text: 'An expired gift stays expired: send a new one.',
    })
  if (told.length === 0) return null
  return (
    <Stack gap="xs">
      {told.map(({ title, text }) => (
        <Notice key={title} tone="bad" title={title}>
          {text}
        </Notice>
      ))}
    </Stack>
  )
}
