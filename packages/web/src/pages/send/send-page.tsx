import './send.css'
import { Box, Button, Group, Stack, Text, Title } from '@mantine/core'
import { useLocation, useRouter } from '@tanstack/react-router'
import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react'
import type { SendChoices } from '#web/admin-api.ts'
import { Notice } from '#web/components/feedback/notice.tsx'
import { PageSkeleton } from '#web/components/feedback/status-views.tsx'
import { toast } from '#web/components/feedback/toast.tsx'
import { Page } from '#web/components/layout/page.tsx'
import { useUrlFilters } from '#web/components/lists/use-url-filters.ts'
import { t } from '#web/i18n/send.ts'
import { GiftStep } from './gift-step.tsx'
import { MessageStep } from './message-step.tsx'
import { RecipientsStep } from './recipients-step.tsx'
import { ReviewStep } from './review-step.tsx'
import { ScheduleStep } from './schedule-step.tsx'
import { defaultName, hasContent, type SendDraft } from './send-draft.ts'
import { SendPreview } from './send-preview.tsx'
import { hasEnded, summarize } from './send-summary.ts'
import { useSendChoices, useSendDraft } from './use-send-draft.ts'

/** The page that sends gifts. Another recipient or campaign in the URL starts a new form. */
export function SendPage() {
  const search = useLocation({ select: ({ searchStr }) => searchStr })
  return <SendForm key={search} />
}

/** The form that sends gifts. It has all steps on one page, and a preview. */
function SendForm() {
  const { filters } = useUrlFilters()
  const { draft, change, startOver, isRestored, unfinished, open } = useSendDraft(filters)
  useRepeatedNavigation(() => {
    if (draft !== undefined && hasEnded(draft)) startOver()
  })
  const choices = useSendChoices()
  const reviewHeading = useRef<HTMLHeadingElement>(null)
  const [isDismissed, setDismissed] = useState(false)
  if (draft === undefined || choices === undefined) return <PageSkeleton />
  const hasStarted = draft.began_at !== null
  return (
    <Page
      title={t('Send a gift')}
      about={t('To one person or a list. Nothing is sent until you’ve reviewed it.')}
      action={
        hasContent(draft) && (
          <Button
            variant="default"
            onClick={() => {
              startOver()
              toast(t('Started over.'))
            }}
          >
            {hasStarted ? t('Send another gift') : t('Start over')}
          </Button>
        )
      }
    >
      {isRestored && !isDismissed && !hasStarted && (
        <Group className="panel" p="sm" px="md" justify="space-between" role="status">
          <Text size="sm">{t('Draft restored. Drafts are saved in this browser.')}</Text>
          <Button size="compact-sm" variant="subtle" onClick={() => setDismissed(true)}>
            {t('Dismiss')}
          </Button>
        </Group>
      )}
      {unfinished !== undefined && !hasStarted && (
        <UnfinishedSend send={unfinished} choices={choices} open={() => open(unfinished)} />
      )}
      <div className="previewed">
        <Stack gap="lg" style={{ minWidth: 0 }}>
          {!hasStarted && (
            <>
              <SendStep number={1} title={t('Recipients')}>
                <RecipientsStep draft={draft} change={change} choices={choices} />
              </SendStep>
              <SendStep number={2} title={t('Gift')}>
                <GiftStep draft={draft} change={change} choices={choices} />
              </SendStep>
              <SendStep number={3} title={t('Message')}>
                <MessageStep draft={draft} change={change} choices={choices} />
              </SendStep>
              <SendStep number={4} title={t('Schedule|noun')}>
                <ScheduleStep draft={draft} change={change} choices={choices} />
              </SendStep>
            </>
          )}
          <SendStep number={5} title={t('Review and send')} headingRef={reviewHeading}>
            <ReviewStep draft={draft} change={change} choices={choices} heading={reviewHeading} />
          </SendStep>
        </Stack>
        <SendPreview draft={draft} choices={choices} />
      </div>
    </Page>
  )
}

/**
 * Calls a function when a link or a key leads to the page that is already open. The router itself does
 * nothing in this case.
 */
function useRepeatedNavigation(onNavigate: () => void): void {
  const router = useRouter()
  const latest = useRef(onNavigate)
  latest.current = onNavigate
  useEffect(
    () =>
      router.subscribe('onBeforeNavigate', ({ hrefChanged }) => {
        if (!hrefChanged) latest.current()
      }),
    [router],
  )
}

interface UnfinishedSendProps {
  send: SendDraft
  choices: SendChoices
  open: () => void
}

/** A notice about a send that stopped before its end. It appears next to the form for a new send. */
function UnfinishedSend({ send, choices, open }: UnfinishedSendProps) {
  const { ready } = summarize(send).count
  return (
    <Notice
      tone="info"
      title={t('“{name}” stopped before its end', {
        name: send.name?.trim() || defaultName(send, choices),
      })}
    >
      <Group justify="space-between">
        <Text size="sm">{t('{count} gifts are not sent yet.', { count: ready })}</Text>
        <Button size="compact-sm" variant="default" onClick={open}>
          {t('Continue|send')}
        </Button>
      </Group>
    </Notice>
  )
}

interface SendStepProps {
  number: number
  title: string
  /** Lets the page move the focus to the heading. */
  headingRef?: RefObject<HTMLHeadingElement | null>
  children: ReactNode
}

const SendStep = ({ number, title, headingRef, children }: SendStepProps) => (
  <Box component="section" className="panel" p={{ base: 'md', sm: 'lg' }} aria-label={title}>
    <Group gap="sm" mb="md" wrap="nowrap">
      <span className="step" aria-hidden>
        {number}
      </span>
      <Title order={2} size="h4" {...(headingRef && { ref: headingRef, tabIndex: -1 })}>
        {title}
      </Title>
    </Group>
    {children}
  </Box>
)
