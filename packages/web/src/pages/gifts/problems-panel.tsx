import { Anchor, Button, Group, Modal, Radio, Stack, Text, Textarea } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import type { ProblemReport } from '#web/admin-api.ts'
import { api, apiUrl } from '#web/api.ts'
import { confirm } from '#web/components/dialogs/confirm.tsx'
import { StatusBadge, type Tone } from '#web/components/feedback/status-badge.tsx'
import { toast } from '#web/components/feedback/toast.tsx'
import { GiftTime } from '#web/components/formats/relative-time.tsx'
import { Form } from '#web/components/forms/form.tsx'
import { CanChange } from '#web/components/layout/can-change.tsx'
import { Panel } from '#web/components/layout/page.tsx'
import { t } from '#web/i18n/gifts.ts'
import type { Gift } from './gift.ts'

/**
 * A panel with the problems that the recipient reported and the answers to them. It shows what the sender can
 * do.
 */
export const ProblemsPanel = ({ gift }: { gift: Gift }) => (
  <Panel
    title={t('Problem reports')}
    about={t('{name} wrote on the page of the gift.', { name: gift.recipient.name })}
  >
    <Stack gap="xl" component="ul" p={0} m={0} style={{ listStyle: 'none' }}>
      {gift.problem_reports.toReversed().map((report) => (
        <li key={report.id}>
          <Report gift={gift} report={report} />
        </li>
      ))}
    </Stack>
  </Panel>
)

const problemLabels: Readonly<Record<ProblemReport['problem'], string>> = {
  late: t('Late'),
  damaged: t('Damaged'),
  wrong_item: t('Wrong item'),
  missing_item: t('Missing item'),
  other: t('Something else'),
}

const stateLabels: Readonly<Record<ProblemReport['state'], readonly [Tone, string]>> = {
  open: ['bad', t('Open|problem')],
  answered: ['wait', t('Answered')],
  resolved: ['end', t('Resolved')],
}

const resolutionLabels = {
  replaced: t('A replacement was sent'),
  closed: t('Closed|problem'),
} as const

function Report({ gift, report }: { gift: Gift; report: ProblemReport }) {
  const [tone, label] = stateLabels[report.state]
  return (
    <Stack gap="xs">
      <Group gap="sm">
        <Text fw={600}>{problemLabels[report.problem]}</Text>
        <StatusBadge tone={tone}>{label}</StatusBadge>
        <Text size="sm" c="dimmed">
          <GiftTime at={report.created_at} />
        </Text>
      </Group>
      <blockquote className="quote" dir="auto">
        {report.text}
      </blockquote>
      <Photos gift={gift} report={report} />
      {report.answers.map(({ id, author, text, created_at }) => (
        <div key={id}>
          <Text size="sm" c="dimmed">
            {author}, <GiftTime at={created_at} />
          </Text>
          <Text size="sm" style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
            {text}
          </Text>
        </div>
      ))}
      {report.resolution !== null && report.resolved_at !== null && (
        <Text size="sm" c="dimmed">
          {resolutionLabels[report.resolution]}, <GiftTime at={report.resolved_at} />
        </Text>
      )}
      {report.state !== 'resolved' && (
        <CanChange>
          <ReportActions gift={gift} report={report} />
        </CanChange>
      )}
    </Stack>
  )
}

function Photos({ gift, report }: { gift: Gift; report: ProblemReport }) {
  if (report.photos.length === 0) return null
  return (
    <div className="problem-photos">
      {report.photos.map(({ id, width, height }, index) => {
        const url = apiUrl(`/gift-requests/${gift.id}/problem-photos/${id}`)
        return (
          <Anchor key={id} href={url} target="_blank" rel="noreferrer">
            <img
              src={url}
              width={width}
              height={height}
              alt={t('{number} of {all} photos of the problem', {
                number: index + 1,
                all: report.photos.length,
              })}
              loading="lazy"
            />
          </Anchor>
        )
      })}
    </div>
  )
}

function ReportActions({ gift, report }: { gift: Gift; report: ProblemReport }) {
  const [dialog, setDialog] = useState<'answer' | 'replace'>()
  const path = `/gift-requests/${gift.id}/problems/${report.id}` as const
  const close = () => setDialog(undefined)
  const { can_send_again, parcels } = gift.replacements
  const resolve = () =>
    confirm({
      title: t('Close this report?'),
      children: t('{name} sees on the page of the gift that it’s resolved, and gets no email.', {
        name: gift.recipient.name,
      }),
      confirmLabel: t('Close report'),
      isSafe: true,
      onConfirm: async () => {
        await api.post(`/gift_requests/${gift.id}/problem_reports/${report.id}/resolve`)
        toast(t('Report closed.'))
      },
    })
  const isReplaceable = can_send_again || parcels.length > 0
  return (
    <>
      <Group gap="xs" mt="xs">
        {isReplaceable && (
          <Button onClick={() => setDialog('replace')}>{t('Send a replacement')}</Button>
        )}
        {gift.recipient.email !== '' && (
          <Button variant="default" onClick={() => setDialog('answer')}>
            {t('Answer by email')}
          </Button>
        )}
        <Button variant="subtle" onClick={resolve}>
          {t('Close|problem')}
        </Button>
      </Group>
      {!isReplaceable && (
        <Text size="sm" c="dimmed">
          {t('A replacement can be sent once the parcel has arrived or failed.')}
        </Text>
      )}
      <Modal opened={dialog === 'answer'} onClose={close} title={t('Answer by email')} size="lg">
        <AnswerForm gift={gift} path={path} close={close} />
      </Modal>
      <Modal opened={dialog === 'replace'} onClose={close} title={t('Send a replacement')}>
        <ReplaceForm gift={gift} path={path} close={close} />
      </Modal>
    </>
  )
}

interface DialogProps {
  gift: Gift
  path: `/gift-requests/${string}/problems/${string}`
  close: () => void
}

function AnswerForm({ gift, path, close }: DialogProps) {
  return (
    <Form
      initial={{ text: '' }}
      onSubmit={({ text }) => api.post(`${path}/answer`, { text })}
      onDone={() => {
        close()
        toast(t('Your answer is being sent to {email}.', { email: gift.recipient.email }))
      }}
      submitLabel={t('Send answer')}
      onCancel={close}
    >
      {(form) => (
        <Textarea
          label={t('Your answer to {name}', { name: gift.recipient.name })}
          description={t('The recipient gets it by email and can reply to you.')}
          autosize
          minRows={5}
          maxRows={14}
          maxLength={4_000}
          data-autofocus
          {...form.getInputProps('text')}
        />
      )}
    </Form>
  )
}

/**
 * A form that replaces a parcel. It ships the items of the parcel again, or sends the gift again if the
 * parcel did not arrive.
 */
function ReplaceForm({ gift, path, close }: DialogProps) {
  const navigate = useNavigate()
  const { can_send_again, parcels } = gift.replacements
  return (
    <Form
      initial={{ parcel_id: parcels[0]?.id ?? '' }}
      onSubmit={({ parcel_id }) =>
        api.post(`${path}/replace`, can_send_again || parcel_id === '' ? {} : { parcel_id })
      }
      onDone={({ kind, gift_request_id, reference }) => {
        close()
        toast(
          kind === 'sent_again'
            ? t('Sent again as {reference}.', { reference })
            : t('A new parcel is on its way.'),
        )
        if (kind === 'sent_again') void navigate({ to: `/gift-requests/${gift_request_id}` })
      }}
      submitLabel={t('Send replacement')}
      onCancel={close}
    >
      {(form) => (
        <>
          <Text size="sm">
            {can_send_again
              ? t('{name} gets a new gift under the same link.', { name: gift.recipient.name })
              : t(
                  'The items go to the same address in a new parcel, from your stock. The report is closed.',
                )}
          </Text>
          {!can_send_again && parcels.length > 1 && (
            <Radio.Group label={t('Which parcel?')} {...form.getInputProps('parcel_id')}>
              <Stack gap="xs" mt="xs">
                {parcels.map(({ id, number }) => (
                  <Radio key={id} value={id} label={describeParcel(gift, id, number)} />
                ))}
              </Stack>
            </Radio.Group>
          )}
        </>
      )}
    </Form>
  )
}

function describeParcel(gift: Gift, id: string, number: number): string {
  const lines = gift.parcels.find((parcel) => parcel.id === id)?.line_items ?? []
  const names = lines.map(({ name, quantity }) => (quantity > 1 ? `${quantity} × ${name}` : name))
  return t('Parcel {number}: {details}', { number, details: names.join(', ') })
}
