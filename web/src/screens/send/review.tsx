import { Anchor, Button, Checkbox, Group, Progress, Stack, Text } from '@mantine/core'
import { IconDownload, IconSend } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { ApiError } from '#web/api.ts'
import { Notice } from '#web/blocks/notice.tsx'
import { Facts } from '#web/blocks/page.tsx'
import { ErrorState } from '#web/blocks/states.tsx'
import { downloadRows } from './download.ts'
import { campaignOf, isDirect, sendingOf } from './draft.ts'
import type { Part } from './part.ts'
import { isBlank, sumsOf } from './sums.ts'
import { useSending } from './use-sending.ts'

/** Items that would be backordered: better known before than after. */
function StockWarning({ draft, choices }: Part) {
  const campaign = campaignOf(draft, choices)
  const offered = new Set(
    draft.is_ad_hoc
      ? draft.variant_ids
      : (campaign?.items ?? []).map(({ variant_id }) => variant_id),
  )
  const empty = (choices?.items ?? []).filter(
    ({ variant_id, kind, available }) =>
      offered.has(variant_id) && kind === 'physical' && available === 0,
  )
  if (empty.length === 0) return null
  const names = empty.map(({ product_name, variant_name }) =>
    variant_name.toLowerCase().startsWith(product_name.toLowerCase())
      ? variant_name
      : `${product_name} – ${variant_name}`,
  )
  return (
    <Notice tone="bad" title="0 in stock in every warehouse">
      {names.join(', ')}. Gifts with {names.length === 1 ? 'this item' : 'these items'} wait until
      you restock.
    </Notice>
  )
}

/** What it comes to, first counted and then sent. */
export function Review(part: Part & { keepNow: () => Promise<void> }) {
  const { draft, change, choices } = part
  const sums = sumsOf(draft)
  const { count } = sums
  const sending = sendingOf(draft, choices)
  const running = useSending(part, sending)
  const missing = whatIsMissing(part)
  const isChecked = count.unchecked === 0 && draft.rows.length > 0
  if (draft.began_at !== null) return <UnderWay part={part} running={running} />
  return (
    <Stack>
      {missing !== undefined && (
        <Text size="sm" c="dimmed">
          {missing}
        </Text>
      )}
      {isChecked && <Facts rows={factsOf(part, sums)} />}
      <StockWarning {...part} />
      {isChecked && count.duplicate > 0 && (
        <Checkbox
          label={`Send to the ${count.duplicate} who are on the list more than once, each time`}
          checked={draft.includes_duplicates}
          onChange={(event) => change({ includes_duplicates: event.currentTarget.checked })}
        />
      )}
      {draft.includes_duplicates && count.duplicate === 0 && (
        <Checkbox
          label="People who are on the list more than once get it each time"
          checked
          onChange={() => change({ includes_duplicates: false })}
        />
      )}
      {(count.already > 0 || draft.is_again) && draft.way !== 'one' && (
        <Checkbox
          label="Send to those again who got it from this list before"
          checked={draft.is_again}
          onChange={(event) =>
            change({
              is_again: event.currentTarget.checked,
              rows: draft.rows.map(({ line, cells }) => ({ line, cells })),
            })
          }
        />
      )}
      {running.error !== undefined && <Refused error={running.error} />}
      {running.progress !== undefined && <Bar {...running.progress} verb="Checking" />}
      <Group justify="flex-end">
        <Button
          variant={isChecked ? 'default' : 'filled'}
          disabled={missing !== undefined}
          loading={running.isBusy && !isChecked}
          onClick={running.check}
        >
          {isChecked ? 'Check again' : 'Check the list'}
        </Button>
        {isChecked && (
          <Button
            leftSection={<IconSend size={16} aria-hidden />}
            disabled={missing !== undefined || count.ready === 0}
            onClick={running.send}
          >
            {draft.send_at === '' ? 'Send' : 'Schedule'} {plural(count.ready, 'gift')}
          </Button>
        )}
      </Group>
    </Stack>
  )
}

/** What is wrong with the whole, each of it; or what failed. */
function Refused({ error }: { error: Error }) {
  if (!(error instanceof ApiError) || !error.errors.some(({ param }) => param !== undefined))
    return <ErrorState error={error} />
  return (
    <Notice tone="bad" title="This cannot be sent as it is">
      {error.errors.map(({ param = '', message }) => (
        <div key={`${param} ${message}`}>
          {words[param.split('.')[0] ?? ''] ?? param} {message}
        </div>
      ))}
    </Notice>
  )
}

const words: Readonly<Record<string, string>> = {
  campaign_id: 'The campaign',
  variant_ids: 'What they get',
  line_items: 'What goes into the parcel',
  email_message: 'The message',
  send_at: 'When it goes out',
  expires_at: 'When it expires',
}

const plural = (count: number, noun: string) =>
  `${count.toLocaleString('en')} ${noun}${count === 1 ? '' : 's'}`

function whatIsMissing({ draft, choices }: Part): string | undefined {
  if (draft.rows.length === 0 || draft.rows.every(isBlank)) return 'First say who gets it.'
  const campaign = campaignOf(draft, choices)
  if (!draft.is_ad_hoc && campaign === undefined) return 'Choose what they get.'
  if (draft.is_ad_hoc && draft.variant_ids.length === 0) return 'Pick at least one item.'
  const [hasSubject, hasBody] = [draft.subject.trim() !== '', draft.body.trim() !== '']
  if (hasSubject !== hasBody) return 'A message needs both a subject and a text.'
  if (draft.is_ad_hoc && !hasBody) return 'Without a campaign, write a message.'
  return undefined
}

function factsOf({ draft, choices }: Part, { count, bounced, recent }: ReturnType<typeof sumsOf>) {
  const rows: (readonly [string, React.ReactNode])[] = [
    ['Ready', `${count.ready} of ${draft.rows.length}`],
    ['What', draft.is_ad_hoc ? 'Without a campaign' : (campaignOf(draft, choices)?.name ?? '')],
    [
      'Goes out',
      draft.send_at === '' ? 'At once' : new Date(draft.send_at).toLocaleString('en-GB'),
    ],
  ]
  if (count.refused > 0) rows.push(['To be mended', `${count.refused}, and left out until then`])
  if (count.duplicate > 0) rows.push(['Duplicates', `${count.duplicate}, left out`])
  if (count.already > 0) rows.push(['Sent before', `${count.already}, left out`])
  if (bounced > 0) rows.push(['Bounced addresses', `${bounced}: mail to them came back before`])
  if (recent > 0) rows.push(['Got something lately', `${recent}, in the last 30 days`])
  if (campaignOf(draft, choices)?.invitation_method === 'gift_link')
    rows.push(['Links', 'No mail is sent: download the list afterwards, it has the links'])
  if (isDirect(draft, choices)) rows.push(['Addresses', 'Yours; the recipients are told by mail'])
  return rows
}

const Bar = ({
  done,
  all,
  rate,
  verb,
}: {
  done: number
  all: number
  rate: number
  verb: string
}) => (
  <div>
    <Progress
      value={all === 0 ? 100 : (done / all) * 100}
      aria-label={verb}
      size="lg"
      transitionDuration={200}
    />
    <Text size="sm" mt={4} role="status">
      {verb}: {done} of {all}
      {rate > 0 && done < all && `, ${secondsOf((all - done) / rate)} to go`}
    </Text>
  </div>
)

const secondsOf = (seconds: number) =>
  seconds < 90 ? `${Math.ceil(seconds)} s` : `${Math.ceil(seconds / 60)} min`

/** While it is sent, and what became of it. */
function UnderWay({ part, running }: { part: Part; running: ReturnType<typeof useSending> }) {
  const { draft } = part
  const { kinds, count } = sumsOf(draft)
  const open = count.ready
  const left = draft.rows.filter((_, at) => kinds[at] === 'refused' || kinds[at] === 'duplicate')
  const first = draft.rows.find(({ result }) => result?.status === 'sent')?.result
  return (
    <Stack>
      <Bar
        done={draft.rows.length - open - count.refused - count.duplicate}
        all={draft.rows.length - count.refused - count.duplicate}
        rate={running.progress?.rate ?? 0}
        verb={open > 0 ? 'Sending' : 'Sent'}
      />
      {running.error !== undefined && <Refused error={running.error} />}
      {open === 0 && (
        <Notice tone="good" title={`${plural(count.sent, 'gift')} on the way`}>
          {count.already > 0 && `${count.already} had been sent before and were not sent again. `}
          {left.length > 0 && `${left.length} could not be sent.`}
        </Notice>
      )}
      <Group>
        {open > 0 &&
          (running.isBusy ? (
            <Button variant="default" onClick={running.stop}>
              Pause
            </Button>
          ) : (
            <Button onClick={running.send}>Go on with {plural(open, 'gift')}</Button>
          ))}
        {left.length > 0 && (
          <Button
            variant="default"
            leftSection={<IconDownload size={16} aria-hidden />}
            onClick={() => downloadRows(left)}
          >
            Download what was not sent
          </Button>
        )}
        {open === 0 && first?.status === 'sent' && (
          <Anchor
            size="sm"
            renderRoot={(props) => (
              <Link
                to={count.sent === 1 ? `/gift-requests/${first.id}` : '/gift-requests'}
                {...props}
              />
            )}
          >
            {count.sent === 1 ? `Look at ${first.reference}` : 'Look at the list'}
          </Anchor>
        )}
      </Group>
    </Stack>
  )
}
