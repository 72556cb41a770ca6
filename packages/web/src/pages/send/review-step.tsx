import { Button, Checkbox, Group, Stack, Text, TextInput } from '@mantine/core'
import { IconSend } from '@tabler/icons-react'
import { type RefObject, useEffect, useRef } from 'react'
import type { SendEstimate } from '#web/admin-api.ts'
import { Notice } from '#web/components/feedback/notice.tsx'
import { DescriptionList } from '#web/components/layout/page.tsx'
import { formatDate, formatValues } from '#web/i18n/format.ts'
import { t } from '#web/i18n/send.ts'
import { ApprovalNotice } from './approval-notice.tsx'
import { BudgetNotices } from './budget-notices.tsx'
import { describeBudget, describeCost, useSendEstimate } from './cost-estimate.ts'
import { DestinationWarning } from './destination-warning.tsx'
import { clearResults } from './recipient-rows.ts'
import { defaultName, findCampaign, findTeam, isDirectSend, toSendRequest } from './send-draft.ts'
import { SendError } from './send-error.tsx'
import { SendProgress, SendProgressBar } from './send-progress.tsx'
import { isBlank, type SendSummary, summarize } from './send-summary.ts'
import type { StepProps } from './step-props.ts'
import { useBulkSend } from './use-bulk-send.ts'

/** A warning before the send about items that would be out of stock. */
function StockWarning({ draft, choices }: StepProps) {
  const campaign = findCampaign(draft, choices)
  const offeredIds = new Set(
    draft.is_ad_hoc
      ? draft.variant_ids
      : (campaign?.items ?? []).map(({ variant_id }) => variant_id),
  )
  const outOfStock = (choices?.items ?? []).filter(
    ({ variant_id, kind, available }) =>
      offeredIds.has(variant_id) && kind === 'physical' && available === 0,
  )
  if (outOfStock.length === 0) return null
  const names = outOfStock.map(({ product_name, variant_name }) =>
    variant_name.toLowerCase().startsWith(product_name.toLowerCase())
      ? variant_name
      : `${product_name} – ${variant_name}`,
  )
  return (
    <Notice tone="bad" title={t('0 in stock in every warehouse')}>
      {t('{names}. Gifts with these items wait until you restock.', {
        count: names.length,
        names: formatValues(names),
      })}
    </Notice>
  )
}

type HeadingRef = RefObject<HTMLHeadingElement | null>

/**
 * Shows the result of a check: moves the focus to the heading above it, and scrolls there. Scrolls again when the
 * estimate makes the result longer. Returns a function that the page calls before the check.
 */
function useShowResult(heading: HeadingRef, isReady: boolean, hasEstimate: boolean): () => void {
  const isAwaited = useRef(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the estimate makes the result longer
  useEffect(() => {
    const target = heading.current
    if (!isReady || target === null) return
    if (isAwaited.current) target.focus({ preventScroll: true })
    isAwaited.current = false
    if (document.activeElement !== target) return
    const { matches } = window.matchMedia('(prefers-reduced-motion: reduce)')
    target.closest('section')?.scrollIntoView({ behavior: matches ? 'auto' : 'smooth' })
  }, [heading, isReady, hasEstimate])
  return () => {
    isAwaited.current = true
  }
}

/** The last step, with the summary, the check and the send button. */
export function ReviewStep({ heading, ...stepProps }: StepProps & { heading: HeadingRef }) {
  const { draft, change, choices } = stepProps
  const summary = summarize(draft)
  const { count } = summary
  const options = toSendRequest(draft, choices)
  const bulkSend = useBulkSend(stepProps, options)
  const missing = findMissing(stepProps)
  const isChecked = count.unchecked === 0 && draft.rows.length > 0
  const estimate = useSendEstimate(options, count.ready, isChecked && missing === undefined)
  const isReady = isChecked && !bulkSend.isBusy
  const showResult = useShowResult(heading, isReady, estimate !== undefined)
  const reasons = estimate?.approval_reasons ?? []
  if (draft.began_at !== null) return <SendProgress stepProps={stepProps} bulkSend={bulkSend} />
  return (
    <Stack>
      {missing !== undefined && (
        <Text size="sm" c="dimmed">
          {missing}
        </Text>
      )}
      {isChecked && (
        <DescriptionList
          rows={[...toDescriptionRows(stepProps, summary), ...toCostRows(estimate, count.ready)]}
        />
      )}
      {estimate !== undefined && <BudgetNotices estimate={estimate} count={count.ready} />}
      <ApprovalNotice reasons={reasons} />
      <StockWarning {...stepProps} />
      <DestinationWarning {...stepProps} />
      {draft.rows.length > 1 && (
        <TextInput
          label={t('Name of this send')}
          description={t('Shown in the list of sends. Recipients don’t see it.')}
          maxLength={200}
          placeholder={defaultName(draft, choices)}
          value={draft.name ?? ''}
          onChange={(event) => change({ name: event.currentTarget.value })}
        />
      )}
      {isChecked && count.duplicate > 0 && (
        <Checkbox
          label={t('Send one gift for each of the {count} duplicate rows', {
            count: count.duplicate,
          })}
          checked={draft.includes_duplicates}
          onChange={(event) => change({ includes_duplicates: event.currentTarget.checked })}
        />
      )}
      {draft.includes_duplicates && count.duplicate === 0 && (
        <Checkbox
          label={t('Send one gift for each duplicate row')}
          checked
          onChange={() => change({ includes_duplicates: false })}
        />
      )}
      {(count.already_sent > 0 || draft.is_resend) && draft.input_method !== 'one' && (
        <Checkbox
          label={t('Send again to recipients who already got it from this list')}
          checked={draft.is_resend}
          onChange={(event) =>
            change({
              is_resend: event.currentTarget.checked,
              rows: draft.rows.map(clearResults),
            })
          }
        />
      )}
      {bulkSend.error !== undefined && <SendError error={bulkSend.error} />}
      {bulkSend.progress !== undefined && (
        <SendProgressBar {...bulkSend.progress} label={t('Checking')} />
      )}
      <Group justify="flex-end">
        <Button
          variant={isChecked ? 'default' : 'filled'}
          disabled={missing !== undefined}
          loading={bulkSend.isBusy && !isChecked}
          onClick={() => {
            showResult()
            bulkSend.check()
          }}
          {...(!isChecked && { 'data-primary': true })}
        >
          {isChecked ? t('Review again') : t('Review')}
        </Button>
        {isChecked && (
          <Button
            leftSection={<IconSend size={16} aria-hidden />}
            disabled={missing !== undefined || count.ready === 0}
            onClick={bulkSend.send}
            data-primary
          >
            {toSendLabel(count.ready, draft.send_at !== '', reasons.length > 0)}
          </Button>
        )}
      </Group>
    </Stack>
  )
}

const maxCounted = 10

/** How many rows name each item, one line for an item. */
const CountedItems = ({ items }: Pick<SendSummary, 'items'>) => (
  <Stack gap={2} component="ul" m={0} p={0} style={{ listStyle: 'none' }}>
    {items.slice(0, maxCounted).map(({ name, count }) => (
      <li key={name}>{`${count} × ${name}`}</li>
    ))}
    {items.length > maxCounted && (
      <li>{t('{count} more', { count: items.length - maxCounted })}</li>
    )}
  </Stack>
)

function toSendLabel(count: number, isScheduled: boolean, needsApproval: boolean): string {
  if (needsApproval) return t('Submit {count} gifts for approval', { count })
  return isScheduled ? t('Schedule {count} gifts', { count }) : t('Send {count} gifts', { count })
}

function findMissing({ draft, choices }: StepProps): string | undefined {
  if (draft.rows.length === 0 || draft.rows.every(isBlank)) return t('Add at least one recipient.')
  const campaign = findCampaign(draft, choices)
  if (!draft.is_ad_hoc && campaign === undefined) return t('Choose a gift.')
  if (draft.is_ad_hoc && draft.variant_ids.length === 0) return t('Choose at least one item.')
  const [hasSubject, hasBody] = [draft.subject.trim() !== '', draft.body.trim() !== '']
  if (hasSubject !== hasBody) return t('A message needs both a subject and a text.')
  if (draft.is_ad_hoc && !hasBody) return t('A one-off gift needs a message.')
  return undefined
}

function toCostRows(estimate: SendEstimate | undefined, count: number) {
  const cost = estimate && describeCost(estimate, count)
  const budget = estimate && describeBudget(estimate.budget)
  const teamBudget = estimate && describeBudget(estimate.team_budget)
  return [
    ...(cost === undefined ? [] : [[t('Cost'), cost] as const]),
    ...(budget === undefined ? [] : [[t('Budget'), budget] as const]),
    ...(teamBudget === undefined ? [] : [[t('Budget of the team'), teamBudget] as const]),
  ]
}

const sendTimeFormat = { dateStyle: 'short', timeStyle: 'medium' } as const

function toDescriptionRows(
  { draft, choices }: StepProps,
  { count, items, bounced, optedOut, recent }: ReturnType<typeof summarize>,
) {
  const rows: (readonly [string, React.ReactNode])[] = [
    [t('Ready'), t('{ready} of {all}', { ready: count.ready, all: draft.rows.length })],
    [t('Gift'), draft.is_ad_hoc ? t('One-off gift') : (findCampaign(draft, choices)?.name ?? '')],
    ...(choices.teams.length > 0
      ? [[t('Team'), findTeam(draft, choices)?.name ?? ''] as const]
      : []),
    [
      t('Schedule|noun'),
      draft.send_at === '' ? t('Now') : formatDate(draft.send_at, sendTimeFormat),
    ],
  ]
  if (items.length > 0) rows.splice(2, 0, [t('Items'), <CountedItems key="items" items={items} />])
  if (count.rejected > 0)
    rows.push([t('Needs fixing'), t('{count}, won’t be sent', { count: count.rejected })])
  if (count.duplicate > 0)
    rows.push([t('Duplicates'), t('{count}, skipped', { count: count.duplicate })])
  if (count.already_sent > 0)
    rows.push([t('Already sent'), t('{count}, skipped', { count: count.already_sent })])
  if (bounced > 0)
    rows.push([t('Bounced addresses'), t('{count}, email bounced before', { count: bounced })])
  if (optedOut > 0)
    rows.push([
      t('Opted out'),
      t('{count}, get no invitation: share their links yourself', { count: optedOut }),
    ])
  if (recent > 0)
    rows.push([
      t('Recent recipients'),
      t('{count} received a gift in the last 30 days', { count: recent }),
    ])
  if (findCampaign(draft, choices)?.invitation_method === 'gift_link')
    rows.push([t('Links'), t('No email is sent. Download the list with the links afterwards.')])
  if (isDirectSend(draft, choices))
    rows.push([t('Addresses'), t('Provided by you. Recipients are notified by email.')])
  return rows
}
