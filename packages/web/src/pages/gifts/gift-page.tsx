import './gifts.css'
import { Box, Group, Stack, Text } from '@mantine/core'
import { type Query, useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { DetailPlaceholder } from '#web/components/feedback/detail-placeholder.tsx'
import { Notice } from '#web/components/feedback/notice.tsx'
import { StatusBadge } from '#web/components/feedback/status-badge.tsx'
import { GiftTime } from '#web/components/formats/relative-time.tsx'
import { CanChange } from '#web/components/layout/can-change.tsx'
import { CopyIconButton } from '#web/components/layout/copy-icon-button.tsx'
import { PageLink } from '#web/components/layout/link.tsx'
import { DescriptionList, DetailLayout, Page, Panel } from '#web/components/layout/page.tsx'
import { useRouteId } from '#web/components/layout/use-route-id.ts'
import { useLiveRow } from '#web/components/lists/use-live-updates.ts'
import { comma } from '#web/i18n/format.ts'
import { t } from '#web/i18n/gifts.ts'
import { useMe, usePermission } from '#web/session.ts'
import { ReissueNotes } from './change-notes.tsx'
import { CommentsPanel } from './comments-panel.tsx'
import { CostsPanel } from './costs-panel.tsx'
import { getGiftLabels, reactionLabels, waitsToUndoOnly } from './detail-labels.ts'
import { DigitalPanel } from './digital-panel.tsx'
import { DonationsPanel } from './donations-panel.tsx'
import { EmailsPanel } from './emails-panel.tsx'
import { EventsPanel } from './events-panel.tsx'
import { type Gift, useGift } from './gift.ts'
import { GiftActions } from './gift-actions.tsx'
import { type Status, statusLabels } from './gift-labels.ts'
import { GreetingPanel } from './greeting-panel.tsx'
import { ItemsPanel } from './items-panel.tsx'
import { JsonView } from './json-view.tsx'
import { ParcelsPanel } from './parcels-panel.tsx'
import { ProblemsPanel } from './problems-panel.tsx'
import { RecipientPanel } from './recipient-panel.tsx'
import { translateServerText } from './server-texts.ts'
import { Timeline } from './timeline.tsx'

/** The page with all information about a gift. */
export function GiftPage() {
  const id = useRouteId()
  const query = useGift(id)
  const gift = query.data
  const client = useQueryClient()
  const isOfGift = ({ queryKey }: Query) => String(queryKey[0]).includes(id)
  useLiveRow('gift_requests', gift, () => void client.invalidateQueries({ predicate: isOfGift }))
  if (gift === undefined)
    return <DetailPlaceholder query={query} noun={t('Gift')} list="/gift-requests" />
  const labels = getGiftLabels(gift, gift.state)
  return (
    <Page
      title={
        <Group gap="md" component="span">
          <span>{gift.recipient.name || t('Unclaimed place')}</span>
          <Text span size="md" fw={500}>
            <StatusBadge tone={labels.tone}>{labels.label}</StatusBadge>
          </Text>
        </Group>
      }
      documentTitle={`${gift.recipient.name || t('Unclaimed place')} · ${gift.reference}`}
      about={<CurrentState gift={gift} />}
      action={<Simulation gift={gift} />}
    >
      <ReissueNotes gift={gift} />
      <GiftWarnings gift={gift} />
      <Box hiddenFrom="md">
        <GiftActions gift={gift} />
      </Box>
      <DetailLayout main={<GiftMain gift={gift} />} aside={<GiftAside gift={gift} />} />
    </Page>
  )
}

/** The text about the current situation of a gift. While its send can be undone, it links to the send. */
export const CurrentState = ({ gift }: { gift: Gift }) => (
  <>
    {getGiftLabels(gift, gift.state).now}
    {gift.state === 'scheduled' && gift.bulk_send !== null && waitsToUndoOnly(gift) && (
      <>
        {' '}
        <PageLink inherit underline="always" to={`/sends/${gift.bulk_send.id}`}>
          {t('Open the send')}
        </PageLink>
      </>
    )}
  </>
)

const SimulateMenu = lazy(() =>
  import('#web/pages/developers/simulate-menu.tsx').then((m) => ({ default: m.SimulateMenu })),
)

/** A panel that simulates the life of a gift in staging, where gifts are not real. */
function Simulation({ gift }: { gift: Gift }) {
  const canChange = usePermission('gift_requests:write')
  const { account } = useMe()
  return (
    canChange &&
    account.stage === 'staging' && (
      <Suspense>
        <SimulateMenu id={gift.id} reference={gift.reference} />
      </Suspense>
    )
  )
}

const GiftMain = ({ gift }: { gift: Gift }) => (
  <>
    {gift.problem_reports.length > 0 && <ProblemsPanel gift={gift} />}
    <Panel title={t('Timeline')}>
      <Timeline gift={gift} />
    </Panel>
    <CanChange permission="addresses:read">
      <CommentsPanel giftId={gift.id} />
    </CanChange>
    <ThanksPanel gift={gift} />
    <ItemsPanel gift={gift} />
    {gift.digital_items.length > 0 && <DigitalPanel gift={gift} />}
    {gift.donations.length > 0 && <DonationsPanel gift={gift} />}
    {gift.parcels.length > 0 && <ParcelsPanel gift={gift} />}
    <EmailsPanel gift={gift} />
    <EventsPanel gift={gift} />
    <CanChange>
      <JsonView gift={gift} />
    </CanChange>
  </>
)

/** A panel with the recipient's note, and with the reaction that the recipient chose with one tap. */
function ThanksPanel({ gift: { thank_you_note, reaction, recipient } }: { gift: Gift }) {
  if (thank_you_note === null && reaction === null) return null
  return (
    <Panel title={t('Thank-you')}>
      {reaction !== null && (
        <Text>
          <span aria-hidden="true">{reactionLabels[reaction.reaction][0]}</span>{' '}
          {reactionLabels[reaction.reaction][1]}
          <Text span size="sm" c="dimmed">
            {' · '}
            {recipient.name}
            {comma}
            <GiftTime at={reaction.at} />
          </Text>
        </Text>
      )}
      {thank_you_note !== null && (
        <>
          <blockquote className="quote" dir="auto">
            {thank_you_note.text}
          </blockquote>
          <Text size="sm" c="dimmed" mt="xs">
            {recipient.name}
            {comma}
            <GiftTime at={thank_you_note.at} />
          </Text>
        </>
      )}
    </Panel>
  )
}

const GiftAside = ({ gift }: { gift: Gift }) => (
  <>
    <Box visibleFrom="md">
      <GiftActions gift={gift} />
    </Box>
    <RecipientPanel gift={gift} />
    <Panel title={t('Details')}>
      <DescriptionList rows={toDescriptionRows(gift)} />
    </Panel>
    {(gift.costs.length > 0 || gift.cost_centre !== null) && <CostsPanel gift={gift} />}
    <GreetingPanel gift={gift} />
  </>
)

export function toDescriptionRows(gift: Gift) {
  const { campaign, sender, metadata } = gift
  const rows: (readonly [string, React.ReactNode])[] = [
    [
      t('Reference'),
      <Group key="r" gap={4} wrap="nowrap">
        <span className="mono">{gift.reference}</span>
        <CopyIconButton value={gift.reference} label={t('Copy the reference')} />
      </Group>,
    ],
    [t('Public status'), statusLabels[gift.status as Status] ?? gift.status],
    [
      t('Campaign'),
      campaign === null ? (
        t('One-off gift')
      ) : (
        <PageLink key="g" to={`/campaigns/${campaign.id}`}>
          {campaign.name}
        </PageLink>
      ),
    ],
    ...(gift.bulk_send === null
      ? []
      : [
          [
            t('Send|noun'),
            <PageLink key="send" to={`/sends/${gift.bulk_send.id}`}>
              {gift.bulk_send.name}
            </PageLink>,
          ] as const,
        ]),
    [t('Sender'), sender.name],
    [t('Delivery method'), gift.is_direct ? t('Direct send') : t('Recipient chooses')],
    [t('Created'), <GiftTime key="c" at={gift.created_at} />],
  ]
  if (gift.send_at !== null && !waitsToUndoOnly(gift))
    rows.push([t('Scheduled for'), <GiftTime key="s" at={gift.send_at} />])
  if (!gift.is_direct) rows.push([t('Expires'), <GiftTime key="e" at={gift.expires_at} />])
  if (gift.remind_at !== null)
    rows.push([t('Next reminder'), <GiftTime key="n" at={gift.remind_at} />])
  if (gift.opened_at !== null) rows.push([t('Opened'), <GiftTime key="o" at={gift.opened_at} />])
  for (const [name, value] of Object.entries(metadata)) rows.push([name, value])
  return rows
}

/** The notices about a gift that the user should read first. */
export function GiftWarnings({ gift }: { gift: Gift }) {
  const warnings: { title: string; text: React.ReactNode }[] = []
  for (const { number, problem } of gift.parcels)
    if (problem !== null)
      warnings.push({
        title: t('Parcel {number}: {details}', {
          number,
          details: translateServerText(problem.reason),
        }),
        text: translateServerText(problem.remedy),
      })
  const bouncedEmail = gift.emails.find(
    ({ state, to }) => state === 'bounced' && to === gift.recipient.email,
  )
  if (bouncedEmail !== undefined)
    warnings.push({
      title: t('Email to the recipient bounced'),
      text: t('{error} Correct the email address below to send it again.', {
        error: bouncedEmail.error ?? '',
      }),
    })
  if (gift.declined_at !== null)
    warnings.push({
      title: t('The recipient declined'),
      text:
        gift.decline_reason ?? t('No reason was given. The recipient can still change their mind.'),
    })
  if (gift.renewal_requested_at !== null && gift.actions.send_again === null)
    warnings.push({
      title: t('The recipient asked for a new gift'),
      text: t('Choose “Send again” to send a new gift under the same link.'),
    })
  if (warnings.length === 0) return null
  return (
    <Stack gap="xs">
      {warnings.map(({ title, text }) => (
        <Notice key={title} tone="bad" title={title}>
          {text}
        </Notice>
      ))}
    </Stack>
  )
}
