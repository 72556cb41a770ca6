import { Button, Group, Modal, Stack, Text } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { addressOf, api } from '#web/api.ts'
import { GiftMoment, Moment } from '#web/blocks/moment.tsx'
import { Panel } from '#web/blocks/page.tsx'
import { ErrorState } from '#web/blocks/states.tsx'
import { toast, toastError } from '#web/blocks/toast.tsx'
import { type Tone, Toned } from '#web/blocks/tone.tsx'
import { queryClient } from '#web/queries.ts'
import { useCanSendEmail } from '#web/session.ts'
import type { Gift, Letter } from './detail.ts'
import { letterWords, mailWords } from './words.ts'

/** What was written about it, to whom, and whether it arrived. */
export function Mails({ gift }: { gift: Gift }) {
  const [shown, show] = useState<Letter>()
  const canSend = useCanSendEmail()
  return (
    <Panel title="Mails">
      {gift.mails.length === 0 ? (
        <Text size="sm" c="dimmed">
          None yet. The invitation goes out as soon as the link is made.
        </Text>
      ) : (
        <Stack component="ul" gap="md" p={0} m={0} style={{ listStyle: 'none' }}>
          {gift.mails.map((letter) => (
            <li key={letter.id}>
              <MailLine letter={letter} canSend={canSend} show={() => show(letter)} />
            </li>
          ))}
        </Stack>
      )}
      <Modal
        opened={shown !== undefined}
        onClose={() => show(undefined)}
        title={shown && letterWords(shown.kind)}
        size="xl"
      >
        {shown !== undefined && (
          <Preview gift={gift} letter={shown} close={() => show(undefined)} />
        )}
      </Modal>
    </Panel>
  )
}

interface MailLineProps {
  letter: Letter
  canSend: boolean
  show: () => void
}

const MailLine = ({ letter, show, canSend }: MailLineProps) => (
  <Group justify="space-between" gap="sm" wrap="nowrap" align="flex-start">
    <div style={{ minWidth: 0 }}>
      <Group gap="sm" align="baseline">
        <Text size="sm" fw={600}>
          {letterWords(letter.kind)}
        </Text>
        <Text size="sm" component="span">
          <Toned tone={tones[letter.state] ?? 'wait'}>{mailWords(letter.state)}</Toned>
        </Text>
        <Text size="sm" c="dimmed">
          {letter.sent_at === null ? (
            <GiftMoment at={letter.made_at} />
          ) : (
            <Moment at={letter.sent_at} />
          )}
        </Text>
      </Group>
      <Text size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
        {letter.to === null ? 'Its content was erased' : `To ${letter.to}`}
        {letter.error !== null && `: ${letter.error}`}
        {letter.state === 'queued' &&
          !canSend &&
          '. Email is not set up, so it cannot be sent yet.'}
      </Text>
    </div>
    {letter.to !== null && (
      <Button
        size="compact-sm"
        variant="default"
        style={{ flex: 'none' }}
        aria-label={`Show the mail ${letterWords(letter.kind)}`}
        onClick={show}
      >
        Show
      </Button>
    )}
  </Group>
)

const tones: Readonly<Record<string, Tone>> = {
  queued: 'wait',
  sent: 'good',
  bounced: 'bad',
  failed: 'bad',
  suppressed: 'end',
}

/** The mail as its reader sees it, and a button that sends it once more. */
function Preview({ gift, letter, close }: { gift: Gift; letter: Letter; close: () => void }) {
  const canSend = useCanSendEmail()
  const path = `/gift-requests/${gift.id}/mails/${letter.id}`
  const { data, error } = useQuery({
    queryKey: ['letter', letter.id],
    queryFn: () => api.get<{ subject: string | null }>(path),
  })
  const resend = useMutation({
    mutationFn: () => api.post(`${path}/resend`, {}),
    onSuccess: async () => {
      toast(
        canSend
          ? `The email is being sent to ${letter.to} again.`
          : `Saved. It will be sent to ${letter.to} when email is set up.`,
      )
      close()
      await queryClient.invalidateQueries({ queryKey: ['gift', gift.id] })
    },
    onError: toastError,
  })
  if (error !== null) return <ErrorState error={error} />
  return (
    <Stack>
      <Group justify="space-between" align="flex-start">
        <div style={{ minWidth: 0 }}>
          <Text fw={600}>{data?.subject ?? '…'}</Text>
          <Text size="sm" c="dimmed">
            To {letter.to}
          </Text>
        </div>
        <Button variant="default" loading={resend.isPending} onClick={() => resend.mutate()}>
          Send it again
        </Button>
      </Group>
      <iframe
        className="paper"
        title={`Mail: ${data?.subject ?? letterWords(letter.kind)}`}
        sandbox=""
        src={addressOf(`${path}/page`)}
        height={520}
      />
    </Stack>
  )
}
